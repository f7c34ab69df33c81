/** Deploys the marketplace's contracts to a chain and returns their addresses. */
import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import { fileURLToPath } from 'node:url';
import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  parseGwei,
  type PublicClient,
  toBytes,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import {
  auctionHouseBytecode,
  breedingBytecode,
  collectionFactoryBytecode,
  localPriceFeedBytecode,
  localUsdcBytecode,
  localWethBytecode,
  offerZoneBytecode,
  passkeyVerifierBytecode,
  smartAccountFactoryBytecode,
} from '../abi/bytecode.ts';
import {
  auctionHouseAbi,
  breedingAbi,
  collectionFactoryAbi,
  erc20Abi,
  localPriceFeedAbi,
  localUsdcAbi,
  localWethAbi,
  offerZoneAbi,
  smartAccountFactoryAbi,
} from '../abi/index.ts';
import { checkEntryPoint, ENTRY_POINT_ADDRESS, entryPointDeployment } from './entry-point.ts';
import { mined } from './mined.ts';
import { checkSeaport, CONDUIT_CONTROLLER_ADDRESS, installSeaport, SEAPORT_ADDRESS } from './seaport.ts';

export type PricePair = 'ETH / USD' | 'POL / USD' | 'EUR / USD' | 'UAH / USD';

/** The addresses of one deployment, EIP-55 checksummed; stored as JSON in this shape. */
export type Deployment = {
  chainId: number;
  seaport: Address;
  conduitController: Address;
  collectionFactory: Address;
  /** The implementation of ERC-721 clones. */
  collection721: Address;
  /** The implementation of ERC-1155 clones. */
  collection1155: Address;
  offerZone: Address;
  auctionHouse: Address;
  breeding: Address;
  /** ERC-4337's EntryPoint 0.8, which calls smart accounts. */
  entryPoint: Address;
  accountFactory: Address;
  /** The implementation of smart accounts, which are clones. */
  accountImplementation: Address;
  /** The verifier of passkeys; their keys begin with its address. */
  passkeyVerifier: Address;
  weth: Address;
  usdc: Address;
  nativeSymbol: string;
  /** Chainlink's feeds by pair ("ETH / USD"), as far as the chain has them. */
  priceFeeds: Partial<Record<PricePair, Address>>;
  /** The first block that can contain one of our events: the follower starts here. */
  blockNumber: number;
  feeRecipient: Address;
  operator: Address;
};

export type DeployOptions = {
  rpcUrl: string;
  chainId: number;
  /**
   * Pays the gas, and owns the offer zone, the auction house and the breeding contract. On the local chain it also
   * mints the play money.
   */
  deployerKey: Hex;
  /** Can cancel orders that name the zone, commit breeding's trees of secrets and sign births; nothing else. */
  operator: Address;
  feeRecipient: Address;
  /** True for a private anvil: Seaport and play money are deployed, too. */
  local: boolean;
  /**
   * The result of an earlier run. Its `blockNumber` is kept when nothing had to be deployed, and so are its contracts of
   * smart accounts: each account has its address, and often money, by the factory that it was made with.
   */
  previous?: Pick<Deployment, 'blockNumber'> & Partial<Deployment>;
  /** Called for each contract with its creation code. */
  onDeployed?: (placed: DeployedContract) => void;
  /** The tokens of a public chain that is not in `publicTokens`, or replacements for those. */
  tokens?: { weth: Address; usdc: Address };
};

/** The deterministic deployment proxy: the same code has the same address on every chain (anvil starts with it). */
const CREATE2_PROXY = '0x4e59b44847b379578588920cA78FbF26c0B4956C' satisfies Address;
const SALT = keccak256(toBytes('skarb'));
/** Polygon's validators drop transactions with a lower tip. */
const LEAST_TIP = parseGwei('25');

/**
 * WETH of the PoS bridge and Circle's native USDC. Sources: Polygon: polygonscan; Amoy: Circle's list of USDC
 * addresses, and the bridge's WETH that faucets give out. `deployAll` checks the symbol and decimals of each contract.
 */
export const publicTokens: Record<number, { weth: Address; usdc: Address }> = {
  137: { weth: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
  80002: { weth: '0x52eF3d68BaB452a294342DC3e5f464d7f610f72E', usdc: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582' },
};

/**
 * Polygon's feeds, from data.chain.link. POL's feed was made for MATIC and still has that name. Chainlink has none for
 * the hryvnia.
 */
const publicFeeds: Record<number, Deployment['priceFeeds']> = {
  137: {
    'ETH / USD': '0xF9680D99D6C9589e2a93a78A04A279e509205945',
    'POL / USD': '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
    'EUR / USD': '0x73366Fe0AA0Ded304479862808e02506FE556a98',
  },
};
/** The prices around which the local chain's prices move, in dollars with 8 decimals. */
const LOCAL_PRICES: Record<PricePair, bigint> = {
  'ETH / USD': 3_200_00000000n,
  'POL / USD': 50000000n,
  'EUR / USD': 1_11000000n,
  'UAH / USD': 2380000n,
};

/**
 * A contract of the earlier run is not this version's. It holds collections, offers or auctions, which nothing would
 * follow any more, so nothing has been deployed in its place.
 */
export class OtherVersion extends Error {
  constructor(readonly contract: keyof Deployment) {
    super(`The earlier deployment is of another version: its ${contract} is not this version's.`);
  }
}

/** One of our contracts, deployed by this run or an earlier one. */
export type DeployedContract = { name: string; address: Address; initCode: Hex };

type Sender = {
  previous?: Partial<Deployment> | undefined;
  onDeployed?: ((placed: DeployedContract) => void) | undefined;
  client: PublicClient;
  account: Address;
  /** Sends a transaction and waits. @returns the block that contains it @throws when the transaction fails */
  send(to: Address, data: Hex): Promise<bigint>;
};

/**
 * Deploys what is missing and returns all addresses. Every address follows from the code and the deployer, so a run
 * after a finished one changes nothing, and a run after a crashed one completes it.
 *
 * Throws when the RPC answers for another chain, when a public chain lacks Seaport 1.6 or the tokens, or when a
 * transaction fails; OtherVersion when the earlier deployment has other contracts than this version.
 */
export async function deployAll(options: DeployOptions): Promise<Deployment> {
  const sender = { ...(await connect(options)), onDeployed: options.onDeployed, previous: options.previous };
  const { client, account: owner } = sender;
  if (options.local) await installSeaport(options.rpcUrl);
  else await checkSeaport(client);
  if (!(await client.getCode({ address: CREATE2_PROXY }))) {
    throw new Error(`Chain ${options.chainId} lacks the CREATE2 proxy ${CREATE2_PROXY}: deploy that first.`);
  }

  // The zone's first operator is the owner, not options.operator: the constructor's arguments determine the address, so
  // another operator would get another zone, and orders that name the old one could no longer be cancelled.
  const zone = await deploy(
    sender,
    'OfferZone',
    encodeDeployData({ abi: offerZoneAbi, bytecode: offerZoneBytecode, args: [SEAPORT_ADDRESS, owner, owner] }),
    'offerZone',
  );
  await allowOperator(sender, zone.address, options.operator);
  const tokens = options.local ? await placeLocalTokens(sender) : await publicTokensOf(client, options);
  const priceFeeds = options.local ? await placeLocalFeeds(sender) : (publicFeeds[options.chainId] ?? {});
  const auctionHouse = await deployAuctionHouse(sender, tokens, options.feeRecipient);

  const factory = await deploy(
    sender,
    'CollectionFactory',
    encodeDeployData({ abi: collectionFactoryAbi, bytecode: collectionFactoryBytecode, args: [auctionHouse] }),
    'collectionFactory',
  );
  const breeding = await placeBreeding(sender, options, [tokens.weth, factory.address, auctionHouse]);

  const accounts = await placeAccounts(sender, options);

  const implementation = (kind: number) =>
    client.readContract({
      address: factory.address,
      abi: collectionFactoryAbi,
      functionName: 'implementation',
      args: [kind],
    });
  return {
    chainId: options.chainId,
    seaport: SEAPORT_ADDRESS,
    conduitController: CONDUIT_CONTROLLER_ADDRESS,
    collectionFactory: factory.address,
    collection721: await implementation(0),
    collection1155: await implementation(1),
    offerZone: zone.address,
    auctionHouse,
    breeding,
    ...accounts,
    ...tokens,
    nativeSymbol: 'POL',
    priceFeeds,
    blockNumber: Number(await firstBlock(client, options, factory)),
    feeRecipient: getAddress(options.feeRecipient),
    operator: getAddress(options.operator),
  };
}

type Connection = Pick<DeployOptions, 'rpcUrl' | 'chainId' | 'deployerKey' | 'local'>;

/** Connects to a chain with an account that sends to it. @throws when the RPC answers for another chain */
export async function connect({ rpcUrl, chainId, deployerKey, local }: Connection): Promise<Sender> {
  const transport = http(rpcUrl, { retryCount: 3 });
  const client = createPublicClient({ transport });
  const answered = await client.getChainId();
  if (answered !== chainId) throw new Error(`The RPC answers for chain ${answered}, not ${chainId}.`);
  const account = privateKeyToAccount(deployerKey);
  const wallet = createWalletClient({ account, transport });
  const send = async (to: Address, data: Hex) => {
    const hash = await wallet.sendTransaction({ chain: null, to, data, ...(await fees(client)) });
    const patience = { timeout: 180_000, every: local ? 20 : 2_000 };
    const { blockNumber } = await mined(client, hash, { what: 'A transaction of the deployment', ...patience });
    return blockNumber;
  };
  return { client, account: account.address, send };
}

async function fees(client: PublicClient) {
  const [block, offered] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
  const tip = offered > LEAST_TIP ? offered : LEAST_TIP;
  return { maxPriorityFeePerGas: tip, maxFeePerGas: (block.baseFeePerGas ?? 0n) * 2n + tip };
}

/** The address of a contract that is deployed by the proxy: a hash of its init code. */
const addressOf = (initCode: Hex): Address =>
  getContractAddress({ opcode: 'CREATE2', from: CREATE2_PROXY, salt: SALT, bytecode: initCode });

type Deployed = { address: Address; deployedAt: bigint | undefined };

/**
 * Deploys a contract unless it is there.
 * @param key where the deployment has it; undefined of those that no data refers to
 * @throws OtherVersion
 */
async function deploy(
  { client, send, onDeployed, previous }: Sender,
  name: string,
  initCode: Hex,
  key?: keyof Deployment,
): Promise<Deployed> {
  const address = addressOf(initCode);
  // A block alone, given by hand, says nothing about contracts.
  if (key && previous?.collectionFactory && String(previous[key]).toLowerCase() !== address.toLowerCase())
    throw new OtherVersion(key);
  onDeployed?.({ name, address, initCode });
  const isDeployed = async () => Boolean(await client.getCode({ address }));
  // The address is a hash of the init code: any code at it is the right one.
  if (await isDeployed()) return { address, deployedAt: undefined };
  try {
    return { address, deployedAt: await send(CREATE2_PROXY, concat([SALT, initCode])) };
  } catch (error) {
    // The same transaction of a crashed run may have been pending: ours then finds the contract already deployed.
    if (await isDeployed()) return { address, deployedAt: undefined };
    throw new Error(`${name} could not be deployed.`, { cause: error });
  }
}

async function allowOperator({ client, account, send }: Sender, zone: Address, operator: Address): Promise<void> {
  const contract = { address: zone, abi: offerZoneAbi } as const;
  if (await client.readContract({ ...contract, functionName: 'isOperator', args: [operator] })) return;
  const owner = await client.readContract({ ...contract, functionName: 'owner' });
  if (owner !== account) {
    throw new Error(`${operator} may not cancel yet: the zone's owner ${owner} must call setOperator on ${zone}.`);
  }
  await send(zone, encodeFunctionData({ abi: offerZoneAbi, functionName: 'setOperator', args: [operator, true] }));
}

async function deployAuctionHouse(
  sender: Sender,
  tokens: { weth: Address; usdc: Address },
  feeRecipient: Address,
): Promise<Address> {
  const { account } = sender;
  // The first fee recipient is the owner, for the same reason that the zone's first operator is.
  const { address } = await deploy(
    sender,
    'AuctionHouse',
    encodeDeployData({
      abi: auctionHouseAbi,
      bytecode: auctionHouseBytecode,
      args: [account, account, MARKETPLACE_FEE_BPS, [tokens.weth, tokens.usdc]],
    }),
    'auctionHouse',
  );
  await payFeeTo(sender, 'auction house', address, feeRecipient);
  return address;
}

async function placeBreeding(
  sender: Sender,
  { operator, feeRecipient }: DeployOptions,
  [weth, collectionFactory, auctionHouse]: readonly [Address, Address, Address],
): Promise<Address> {
  const { client, account, send } = sender;
  const { address } = await deploy(
    sender,
    'Breeding',
    encodeDeployData({
      abi: breedingAbi,
      bytecode: breedingBytecode,
      args: [account, account, account, MARKETPLACE_FEE_BPS, weth, collectionFactory, auctionHouse],
    }),
    'breeding',
  );
  await payFeeTo(sender, 'breeding contract', address, feeRecipient);
  const contract = { address, abi: breedingAbi } as const;
  if ((await client.readContract({ ...contract, functionName: 'operator' })) === getAddress(operator)) return address;
  const owner = await client.readContract({ ...contract, functionName: 'owner' });
  if (owner !== account) {
    throw new Error(
      `${operator} does not hatch yet: the breeding contract's owner ${owner} must call setOperator on ${address}.`,
    );
  }
  await send(address, encodeFunctionData({ abi: breedingAbi, functionName: 'setOperator', args: [operator] }));
  return address;
}

/** Smart accounts: what a person without a wallet needs. On a public chain the entry point must exist already. */
async function placeAccounts(
  sender: Sender,
  { local, chainId }: DeployOptions,
): Promise<Pick<Deployment, 'entryPoint' | 'accountFactory' | 'accountImplementation' | 'passkeyVerifier'>> {
  const { client, send } = sender;
  if (local && !(await client.getCode({ address: ENTRY_POINT_ADDRESS })))
    await send(CREATE2_PROXY, entryPointDeployment());
  await checkEntryPoint(client, chainId);
  /** Keeps the contract of an earlier version; this version's own is in the list for block explorers also when it exists. */
  const place = async (name: string, initCode: Hex, before: Address | undefined) => {
    const isOther = before && before.toLowerCase() !== addressOf(initCode).toLowerCase();
    if (isOther && (await client.getCode({ address: before }))) return getAddress(before);
    return (await deploy(sender, name, initCode)).address;
  };
  const { previous } = sender;
  const passkeyVerifier = await place('PasskeyVerifier', passkeyVerifierBytecode, previous?.passkeyVerifier);
  const accountFactory = await place('SmartAccountFactory', smartAccountFactoryBytecode, previous?.accountFactory);
  const accountImplementation = await client.readContract({
    address: accountFactory,
    abi: smartAccountFactoryAbi,
    functionName: 'implementation',
  });
  return {
    entryPoint: ENTRY_POINT_ADDRESS,
    accountFactory,
    accountImplementation,
    passkeyVerifier,
  };
}

/** The auction house and the breeding contract share the three functions used here. */
async function payFeeTo(
  { client, account, send }: Sender,
  name: string,
  address: Address,
  feeRecipient: Address,
): Promise<void> {
  const contract = { address, abi: auctionHouseAbi } as const;
  const recipient = await client.readContract({ ...contract, functionName: 'feeRecipient' });
  if (recipient === getAddress(feeRecipient)) return;
  const [owner, feeBps] = await Promise.all([
    client.readContract({ ...contract, functionName: 'owner' }),
    client.readContract({ ...contract, functionName: 'feeBps' }),
  ]);
  if (owner !== account) {
    throw new Error(
      `${feeRecipient} does not receive the ${name}'s fee yet: its owner ${owner} must call setFee on ${address}.`,
    );
  }
  const args = [feeRecipient, feeBps] as const;
  await send(address, encodeFunctionData({ abi: auctionHouseAbi, functionName: 'setFee', args }));
}

async function placeLocalTokens(sender: Sender): Promise<{ weth: Address; usdc: Address }> {
  const args = [sender.account] as const;
  const weth = await deploy(
    sender,
    'LocalWeth',
    encodeDeployData({ abi: localWethAbi, bytecode: localWethBytecode, args }),
    'weth',
  );
  const usdc = await deploy(
    sender,
    'LocalUsdc',
    encodeDeployData({ abi: localUsdcAbi, bytecode: localUsdcBytecode, args }),
    'usdc',
  );
  return { weth: weth.address, usdc: usdc.address };
}

async function placeLocalFeeds(sender: Sender): Promise<Deployment['priceFeeds']> {
  const feeds: Deployment['priceFeeds'] = {};
  for (const [pair, middle] of Object.entries(LOCAL_PRICES) as [PricePair, bigint][]) {
    const args = [pair, middle] as const;
    const code = encodeDeployData({ abi: localPriceFeedAbi, bytecode: localPriceFeedBytecode, args });
    feeds[pair] = (await deploy(sender, `LocalPriceFeed ${pair}`, code)).address;
  }
  return feeds;
}

async function publicTokensOf(client: PublicClient, options: DeployOptions): Promise<{ weth: Address; usdc: Address }> {
  const tokens = options.tokens ?? publicTokens[options.chainId];
  if (!tokens)
    throw new Error(`No WETH and USDC are known on chain ${options.chainId}: give them with --weth and --usdc.`);
  const expected = [
    { address: tokens.weth, symbol: 'WETH', decimals: 18 },
    { address: tokens.usdc, symbol: 'USDC', decimals: 6 },
  ];
  for (const { address, symbol, decimals } of expected) {
    const is = {
      symbol: await client.readContract({ address, abi: erc20Abi, functionName: 'symbol' }),
      decimals: await client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
    };
    if (is.symbol !== symbol || is.decimals !== decimals) {
      throw new Error(`${address} is ${is.symbol} with ${is.decimals} decimals, not ${symbol} with ${decimals}.`);
    }
  }
  return tokens;
}

/** Our first event is the factory's first collection, so the block that deployed the factory is early enough. */
async function firstBlock(client: PublicClient, options: DeployOptions, factory: Deployed): Promise<bigint> {
  if (factory.deployedAt !== undefined) return factory.deployedAt;
  if (options.previous) return BigInt(options.previous.blockNumber);
  if (options.local) return 0n;
  let low = 0n;
  let high = await client.getBlockNumber();
  while (low < high) {
    const middle = (low + high) / 2n;
    const code = await client.getCode({ address: factory.address, blockNumber: middle }).catch((cause: unknown) => {
      throw new Error('This RPC keeps no history: give the block of the first deployment with --from-block.', {
        cause,
      });
    });
    if (code) high = middle;
    else low = middle + 1n;
  }
  return low;
}

// Not awaited: the command imports this module, so both would wait for each other forever.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  void import('./deploy-command.ts').then(({ main }) => main(process.argv.slice(2)));
}
