/** Compares the breeding records of all tokens with the Breeding contract, whichever account bred them. */
import { breedingAbi } from '@skarb/contracts/abi';
import type { Address } from 'viem';
import type { Difference } from './compare.ts';
import type { World } from './world.ts';

type Row = {
  uuid: string;
  collection: Address;
  id: string;
  genes: string;
  generation: number;
  uses: number;
  ready: number;
  is_expecting: boolean;
};

/** Compares all tokens with genes; the records must be level with the chain. */
export const compareLives = async ({ sql, context, deployment }: World) => {
  const rows = await sql<Row[]>`
    select t.uuid, t.contract_address as collection, t.token_id::text as id, b.genes::text as genes, b.generation, b.uses,
      coalesce(extract(epoch from b.ready_at), 0)::int as ready, b.is_expecting
    from breeding_token b join token t on t.uuid = b.token_uuid order by t.uuid`;
  const differences: Difference[] = [];
  for (const row of rows) {
    const life = await context.chain.public.readContract({
      address: deployment.breeding,
      abi: breedingAbi,
      functionName: 'lifeOf',
      args: [row.collection, BigInt(row.id)],
    });
    const says = `generation ${row.generation}, ${row.uses} uses, rests until ${row.ready}, expecting ${row.is_expecting}, genes ${row.genes}`;
    const chain = `generation ${life.generation}, ${life.uses} uses, rests until ${life.readyAt}, expecting ${life.expectingId !== 0n}, genes ${life.genes}`;
    if (says !== chain)
      differences.push({ offer: row.uuid, type: 'BREEDING', says, chain, about: 'the life of a token' });
  }
  return { compared: rows.length, differences };
};
