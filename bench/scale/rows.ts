/** Replaces pgbench if it is not installed: reads a page's rows with prepared statements over 8 connections, in its own process. */
import postgres from 'postgres';
import { pageSql, totalSql } from './page-sql.ts';

const [url = '', seconds = '3', ...categories] = process.argv.slice(2);
const CLIENTS = 8;
let pages = 0;
const until = performance.now() + Number(seconds) * 1000;
const begin = performance.now();
const sql = postgres(url, { max: CLIENTS, onnotice: () => {} });
const client = async (): Promise<void> => {
  while (performance.now() < until) {
    const category = categories[Math.floor(Math.random() * categories.length)] as string;
    const offset = 12 * Math.floor(Math.random() * 3);
    await sql.unsafe(pageSql('$1', '$2'), [category, offset], { prepare: true });
    await sql.unsafe(totalSql('$1'), [category], { prepare: true });
    pages++;
  }
};
await Promise.all(Array.from({ length: CLIENTS }, client));
console.log(`tps = ${(pages / (performance.now() - begin)) * 1000}`);
await sql.end();
