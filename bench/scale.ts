import { folderOf } from './scale/market.ts';
import { prepareMarket } from './scale/generate.ts';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { tokens: { type: 'string', default: '100000' } } });
const tokens = Number(values.tokens);
const { market } = await prepareMarket(folderOf(tokens), tokens);
await market.stop();
process.exit(0);
