import type { BodyOf } from '@skarb/schema/endpoint';
import type { TransactionStep } from '@skarb/schema/primitive';
import type { tokenEndpoints, TokenType } from '@skarb/schema/token';
import { getAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import { tryCall } from '../../platform/chain/revert-reason.ts';
import { refusedField } from '../../platform/http/app-error.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { hasCode } from './wallet.chain.ts';
import { checkReceiver } from '../token/token.receiver.ts';
import { firstUnsendable, sendData } from './wallet.send.rules.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type Row = {
  uuid: string;
  name: string;
  type: TokenType;
  contract: Address;
  token_id: string;
  quantity: bigint;
  escrowed: bigint;
};

/** The tokens among these that the wallet owns on the chain of this server, by uuid. */
const findOwned = async ({ config, db }: Needs, wallet: Address, uuids: readonly string[]) => {
  const rows = await db.sql<(Omit<Row, 'quantity' | 'escrowed'> & { quantity: string; escrowed: string })[]>`
    select t.uuid, t.name, t.type, t.contract_address as contract, t.token_id::text, o.quantity::text, o.escrowed::text
    from ownership o join token t on t.uuid = o.token_uuid
    where o.owner = ${wallet} and o.token_uuid = any(${uuids as string[]}::uuid[]) and t.status = 'minted'
      and t.chain_id = ${config.chain.id}`;
  return new Map(
    rows.map((row): [string, Row] => [
      row.uuid,
      { ...row, quantity: BigInt(row.quantity), escrowed: BigInt(row.escrowed) },
    ]),
  );
};

/**
 * The steps that send tokens of a user to other wallets, one for each item; a smart account makes them in one
 * operation. Nothing is stored: the chain says what was sent.
 * @throws AppError 400 naming a field of an item, 422 without a wallet, 503
 */
export const sendSteps = async (
  context: Needs,
  userUuid: string,
  { items }: BodyOf<typeof tokenEndpoints.send>,
): Promise<TransactionStep[]> => {
  const { config, db, chain } = context;
  const wallet = (await requireWallet(db.sql, userUuid)) as Address;
  const asked = items.map((item) => ({ ...item, tokenUuid: item.tokenUuid.toLowerCase() }));
  const uuids = asked.map(({ tokenUuid }) => tokenUuid);
  const owned = await findOwned(context, wallet, uuids);
  const refused = firstUnsendable(asked, owned);
  if (refused) throw refusedField(`items.${refused.index}.${refused.field}`, refused.code, refused.message);
  const receivers = new Map<string, { receiver: Address; isContract: boolean }>();
  const askAbout = async (to: string, field: string) => {
    const receiver = await checkReceiver(context, wallet, to, field);
    const found = { receiver, isContract: await hasCode(chain, receiver) };
    receivers.set(to, found);
    return found;
  };
  const steps: TransactionStep[] = [];
  for (const [index, { tokenUuid, to, quantity }] of asked.entries()) {
    const { name, type, contract, token_id: tokenId } = owned.get(tokenUuid) as Row;
    const field = `items.${index}.to`;
    const { receiver, isContract } = receivers.get(to) ?? (await askAbout(to, field));
    const data = sendData({ type, tokenId, from: wallet, to: receiver, quantity: BigInt(quantity) });
    if (isContract && (await reading(() => tryCall(chain, { from: wallet, to: contract, data }))))
      throw refusedField(field, 'send.refused', 'This address is a contract that does not take it');
    steps.push({
      id: `send-token-${index + 1}`,
      kind: 'transaction',
      description: `Send ${name}`,
      status: 'incomplete',
      chainId: config.chain.id,
      to: getAddress(contract),
      data,
      value: '0',
    });
  }
  return steps;
};
