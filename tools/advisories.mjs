/**
 * Queries the package registry for advisories about production dependencies. Fails on high and critical ones. Passes
 * with a message if the registry does not answer such queries, as behind a mirror or without a network.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The time limit for the registry's answer. */
const LIMIT_MS = 20_000;
const GRAVE = ['high', 'critical'];

/**
 * Evaluates the output of `npm audit --json`.
 * @returns the text to print, its last line a summary; code 1 if there is a high or critical advisory
 */
export const judgeAudit = (text) => {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return { code: 0, output: 'not asked: the registry gave no answer in time' };
  }
  if (!report?.vulnerabilities) {
    const why = report?.error?.summary || report?.error?.code || report?.message || 'no report';
    return { code: 0, output: `not asked: the registry does not answer (${String(why).split('\n')[0]})` };
  }
  const grave = Object.values(report.vulnerabilities).filter(({ severity }) => GRAVE.includes(severity));
  const lines = grave.map(({ name, severity, range, via }) => {
    const titles = via.flatMap((one) => (typeof one === 'string' ? [`by ${one}`] : [`${one.title} ${one.url}`]));
    return `${severity}: ${name} ${range}: ${titles.join('; ')}`;
  });
  const all = Object.keys(report.vulnerabilities).length;
  return {
    code: grave.length > 0 ? 1 : 0,
    output: [...lines, `${grave.length} grave advisories, ${all} in all`].join('\n'),
  };
};

/** @param command the query to run: a program and its arguments */
export const askAdvisories = (command = ['npm', 'audit', '--json', '--omit=dev'], limitMs = LIMIT_MS) =>
  new Promise((resolve) => {
    const chunks = [];
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
      // On Windows npm is a shell script.
      shell: process.platform === 'win32',
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      resolve(judgeAudit(''));
    }, limitMs);
    const end = () => {
      clearTimeout(timer);
      resolve(judgeAudit(Buffer.concat(chunks).toString()));
    };
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.once('error', end).once('close', end);
  });
