import type { SignedOrder } from '@skarb/schema/offer';
import { getAddress, type Address, type Hex } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http/app-error.ts';

const checksummed = <T extends { token: string }>(item: T) => ({ ...item, token: getAddress(item.token) });

/**
 * The order of a sale or a bid as its maker signed it. Includes the signature only while the offer is active, so that
 * anyone can fill it: paused, cancelled and scheduled offers must not be filled.
 * @throws AppError 404, also for drafts, auctions and hidden offers
 */
export const getSignedOrder = async (sql: Tx, uuid: string, seaport: Address): Promise<SignedOrder> => {
  const [row] = await sql<{ order_hash: Hex; components: SignedOrder['components']; signature: Hex | null }[]>`
    select s.order_hash, s.components, case when o.status = 'ACTIVE' then s.signature end as signature from offer o join seaport_order s on s.order_hash = o.order_hash
    where o.uuid = ${uuid} and o.status <> 'DRAFT' and not o.is_hidden`;
  if (!row) throw notFound('offer');
  const { offer, consideration, ...rest } = row.components;
  return {
    orderHash: row.order_hash,
    seaport: getAddress(seaport),
    signature: row.signature,
    components: {
      ...rest,
      offerer: getAddress(rest.offerer),
      zone: getAddress(rest.zone),
      offer: offer.map(checksummed),
      consideration: consideration.map((item) => ({ ...checksummed(item), recipient: getAddress(item.recipient) })),
    },
  };
};
