/**
 * Transfers the marketplace's contracts to another owner, in two steps (Ownable2Step):
 *   npm run hand-over -w contracts -- <new owner> --rpc <url> --chain <id>    by the owner: offers the zone, the auction house and breeding
 *   npm run hand-over -w contracts -- accept --rpc <url> --chain <id>         by the new owner, if it is a key; a multisig sends
 *                                                                            the transactions that the first one prints
 * Reads the key from DEPLOYER_KEY (`--key-env` names another variable) and the addresses from
 * contracts/deployments/<id>.json (`--deployment`). Both commands skip finished steps, so both may be repeated.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Address, encodeFunctionData, getAddress, type Hex, isAddress } from 'viem';
import { auctionHouseAbi } from '../abi/index.ts';
import { connect, type Deployment } from './deploy.ts';
import { keyFrom } from './key.ts';

type Owned = Pick<Deployment, 'chainId' | 'offerZone' | 'auctionHouse' | 'breeding'>;
type Options = { rpcUrl: string; deployment: Owned; key: Hex };
/** A transaction that the new owner must send. */
export type Acceptance = { name: string; to: Address; data: Hex };

/** All three contracts implement Ownable2Step. */
const abi = auctionHouseAbi;
const ownedOf = ({ offerZone, auctionHouse, breeding }: Owned) =>
  [
    ['offer zone', offerZone],
    ['auction house', auctionHouse],
    ['breeding contract', breeding],
  ] as const;

const start = async ({ rpcUrl, deployment, key }: Options) => {
  const sender = await connect({ rpcUrl, chainId: deployment.chainId, deployerKey: key, local: false });
  const read = (address: Address, functionName: 'owner' | 'pendingOwner') =>
    sender.client.readContract({ address, abi, functionName });
  return { ...sender, read };
};

/**
 * Offers every contract to the new owner, who owns it after accepting.
 * @returns the transactions that the new owner must send; none for a contract that they own already
 * @throws when the key is not the owner's
 */
export async function handOver(options: Options, newOwner: Address): Promise<Acceptance[]> {
  const { account, read, send } = await start(options);
  const to = getAddress(newOwner);
  const open: Acceptance[] = [];
  // All owners are read before the first change.
  const contracts = await Promise.all(
    ownedOf(options.deployment).map(async ([name, address]) => {
      const [owner, pending] = [await read(address, 'owner'), await read(address, 'pendingOwner')];
      if (owner !== to && owner !== account)
        throw new Error(`The ${name} ${address} belongs to ${owner}, not to ${account}.`);
      return { name, address, owner, pending };
    }),
  );
  for (const { name, address, owner, pending } of contracts) {
    if (owner === to) continue;
    if (pending !== to) await send(address, encodeFunctionData({ abi, functionName: 'transferOwnership', args: [to] }));
    open.push({ name, to: address, data: encodeFunctionData({ abi, functionName: 'acceptOwnership' }) });
  }
  return open;
}

/**
 * Accepts every contract that is offered to the key's account.
 * @returns the names of the contracts accepted
 */
export async function acceptAll(options: Options): Promise<string[]> {
  const { account, read, send } = await start(options);
  const accepted: string[] = [];
  for (const [name, address] of ownedOf(options.deployment)) {
    if ((await read(address, 'pendingOwner')) !== account) continue;
    await send(address, encodeFunctionData({ abi, functionName: 'acceptOwnership' }));
    accepted.push(name);
  }
  return accepted;
}

async function main(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      rpc: { type: 'string' },
      chain: { type: 'string' },
      deployment: { type: 'string' },
      'key-env': { type: 'string', default: 'DEPLOYER_KEY' },
    },
  });
  const [what] = positionals;
  if (!values.rpc || !values.chain || !what || (what !== 'accept' && !isAddress(what)))
    throw new Error('Say who: npm run hand-over -w contracts -- <new owner | accept> --rpc <url> --chain <id>');
  const file = values.deployment ?? fileURLToPath(new URL(`../deployments/${values.chain}.json`, import.meta.url));
  const deployment = JSON.parse(readFileSync(file, 'utf8')) as Deployment;
  if (deployment.chainId !== Number(values.chain)) throw new Error(`${file} is of chain ${deployment.chainId}.`);
  const options = { rpcUrl: values.rpc, deployment, key: keyFrom(values['key-env']) };
  if (what === 'accept') {
    const accepted = await acceptAll(options);
    console.log(accepted.length > 0 ? `Accepted: ${accepted.join(', ')}` : 'Nothing is offered to this account.');
    return;
  }
  const open = await handOver(options, what as Address);
  if (open.length === 0) console.log(`${what} owns all of them already.`);
  else console.log(`Offered. ${what} has to send these, with no value:\n${JSON.stringify(open, null, 2)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  void main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
