import type { Vocabulary } from '@skarb/schema/breeding';
import { mix } from '@skarb/schema/genome';
import { breedingAbi } from '@skarb/contracts/abi';
import { batchOf } from '@skarb/contracts/secret-tree';
import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import { unprocessable } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { storeDocument, storeDrawing, storeFolder, storeWoven } from '../media/media.service.ts';
import { localizedDocuments, metadataDocument, type Description } from '../token/token.rules.ts';
import { lockTokens, putUnborn, refreshTokens } from '../token/store/token.store.ts';
import type { CreatureGenes } from './art/creature-traits.ts';
import { drawCreature } from './art/creature.ts';
import { childTexts, type Birth as BirthWords, type ParentTexts } from './breeding.child.ts';
import { signBirth } from './breeding.contract.ts';
import { sourceOf } from './breeding.network.ts';
import { proofOf, rootOf, secretOf, seedOf } from './breeding.secret.ts';
import type { Birth } from './breeding.steps.ts';
import { putBirth, setChild, type BreedingRow } from './breeding.store.ts';
import { vocabularyOf } from './breeding.token-view.ts';
import { isCreature, traitsOf } from './breeding.vocabulary.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** The parents' data that a birth needs. */
type Parents = {
  matron: ParentTexts;
  sire: ParentTexts;
  matron_image: string;
  sire_image: string;
  matron_genes: string;
  sire_genes: string;
  royalty_bps: number;
  category_uuid: string;
  collection_uuid: string;
  network_uuid: string;
  creator_uuid: string;
  creator_address: Address;
  contract_address: Address;
  traits: number;
  counts: string;
  vocabulary: Vocabulary | null;
};
const textsJson = (tx: Tx, alias: string) => tx`
  jsonb_strip_nulls(jsonb_build_object('name', ${tx(`${alias}.name`)}, 'metadata', ${tx(`${alias}.card`)}->'metadata', 'localization',
    (select jsonb_build_object('default', l.default_locale, 'texts', l.texts) from token_localization l where l.token_uuid = ${tx(`${alias}.uuid`)})))`;
const findParents = async (tx: Tx, uuid: string): Promise<Parents> => {
  const [row] = await tx<Parents[]>`
    select ${textsJson(tx, 'm')} as matron, ${textsJson(tx, 's')} as sire, coalesce(m.poster_hash, mm.poster_cid, m.image_hash) as matron_image,
      coalesce(s.poster_hash, sm.poster_cid, s.image_hash) as sire_image, gm.genes::text as matron_genes, gs.genes::text as sire_genes,
      m.royalty_bps, m.category_uuid, m.collection_uuid, m.network_uuid, c.creator_uuid, c.creator_address, m.contract_address,
      t.traits, t.counts::text as counts, v.vocabulary
    from breeding b join token m on m.uuid = b.matron_uuid join token s on s.uuid = b.sire_uuid join media mm on mm.cid = m.image_hash
    join media sm on sm.cid = s.image_hash join breeding_token gm on gm.token_uuid = m.uuid join breeding_token gs on gs.token_uuid = s.uuid
    join collection c on c.uuid = b.collection_uuid join breeding_terms t on t.collection_uuid = c.uuid
    left join breeding_vocabulary v on v.digest = t.vocabulary where b.uuid = ${uuid}`;
  if (!row) throw new Error(`breeding ${uuid} has no parents`);
  return row;
};

/** The longer side of a drawn child in pixels, as in the seed gallery. */
const DRAWN_SIDE = 1600;

/**
 * The CID of the child's picture: drawn from its genes for house spirits, otherwise woven from its parents' pictures.
 */
const pictureOf = async (needs: Needs, parents: Parents, words: BirthWords): Promise<string> => {
  if (isCreature(words.vocabulary)) {
    const shown = Object.fromEntries(traitsOf(words.genes, words.vocabulary).map((trait) => [trait.name, trait.shown]));
    const { svg } = drawCreature(shown as CreatureGenes);
    return (await storeDrawing(needs, svg, DRAWN_SIDE)).cid;
  }
  return (await storeWoven(needs, parents.matron_image, parents.sire_image, words.seed)).cid;
};

/** The deadline of the child's mint, which needs no signature by the creator: practically never. */
const NEVER = new Date(8_640_000_000_000);

/**
 * Creates the child's token in status `unborn`: its picture, metadata and id on the chain. Idempotent; when a reorg has
 * changed the draw, it rewrites the existing token.
 * @returns the digest of its metadata
 */
const makeChild = async (needs: Needs, row: BreedingRow, seed: bigint): Promise<Hex> => {
  const { db, config, chain } = needs;
  const number = BigInt(row.number as string);
  const drawn = async (tx: Tx): Promise<Hex | undefined> => {
    const [token] = await tx<{ digest: Hex }[]>`
      select t.metadata_digest as digest from breeding b join token t on t.uuid = b.child_uuid
      where b.uuid = ${row.uuid} and b.drawn_seed = ${String(seed)}::numeric`;
    return token?.digest;
  };
  const before = await drawn(db.sql);
  if (before) return before;
  const [parents, childId] = await Promise.all([
    findParents(db.sql, row.uuid),
    // Within the id range that the collection assigned to the contract when its creator first let it mint.
    reading(() =>
      chain.public.readContract({
        address: row.contract as Address,
        abi: breedingAbi,
        functionName: 'childIdOf',
        args: [number],
      }),
    ),
  ]);
  const vocabulary = vocabularyOf(parents);
  const genes = mix(
    BigInt(parents.matron_genes),
    BigInt(parents.sire_genes),
    seed,
    parents.traits,
    BigInt(parents.counts),
  );
  const words: BirthWords = {
    number,
    seed,
    generation: row.generation,
    genes,
    vocabulary,
    matron: parents.matron,
    sire: parents.sire,
  };
  const imageHash = await pictureOf(needs, parents, words);
  const { localization, ...texts } = childTexts(words);
  const description: Description = {
    type: 'ERC721',
    ...texts,
    categoryUuid: parents.category_uuid,
    collectionUuid: parents.collection_uuid,
    networkUuid: parents.network_uuid,
    imageHash,
    posterHash: null,
    royalty: parents.royalty_bps / 100,
    quantity: 1,
    // The owner is known only at the birth: the matron's owner at that moment.
    ownerships: [],
  };
  const folderHash = await storeFolder(needs, localizedDocuments(description, localization));
  const document = await storeDocument(
    needs,
    metadataDocument({ ...description, localization: { ...localization, uri: `ipfs://${folderHash}/{locale}.json` } }),
  );
  return db.sql.begin(async (tx) => {
    // Locks the matron first, in the follower's order.
    await lockTokens(tx, [row.matron_uuid, ...(row.child_uuid ? [row.child_uuid] : [])]);
    await tx`select 1 from breeding where uuid = ${row.uuid} for update`;
    // Another worker may have been faster.
    const now = await drawn(tx);
    if (now) return now;
    const uuid = await putUnborn(tx, {
      uuid: uuidv7(),
      type: 'ERC721',
      ...texts,
      imageHash,
      posterHash: null,
      metadataHash: document.cid,
      metadataDigest: document.digest,
      royaltyBps: parents.royalty_bps,
      quantity: 1,
      categoryUuid: parents.category_uuid,
      collectionUuid: parents.collection_uuid,
      networkUuid: parents.network_uuid,
      creatorUuid: parents.creator_uuid,
      creatorAddress: parents.creator_address,
      chainId: config.chain.id,
      contractAddress: parents.contract_address,
      tokenId: childId,
      mintDeadline: NEVER,
      localization: { ...localization, folderHash },
    });
    // Only the contract can mint in its range, so this child has hatched already.
    if (!uuid) throw new Error(`the child of breeding ${row.uuid} is minted already`);
    await setChild(tx, row.uuid, uuid, seed);
    await refreshTokens(tx, [uuid]);
    return document.digest;
  });
};

/**
 * Creates the child's token and the arguments of `hatch`: the secret with its proof, and the operator's signature of
 * the child's metadata. Only for a breeding that is READY: until then its secret must stay secret. Only the worker
 * calls it; the API reads the stored result (table breeding_birth).
 * @throws AppError 422 this server does not have the secret
 */
export const prepareBirth = async (needs: Needs, row: BreedingRow): Promise<Birth> => {
  const { config, db } = needs;
  const source = sourceOf(needs);
  if (row.status !== 'READY' || row.number === null || row.kept_hash === null)
    throw new Error(`breeding ${row.uuid} is not ready to hatch`);
  const number = BigInt(row.number);
  const [batch] = await db.sql<{ root: Hex }[]>`
    select root from breeding_batch where chain_id = ${row.chain_id} and contract = ${row.contract} and batch = ${String(batchOf(number))}`;
  if (
    !source ||
    source.contract !== row.contract ||
    !config.operatorKey ||
    batch?.root !== rootOf(source, batchOf(number))
  )
    throw unprocessable(
      'breeding.noSecret',
      'This server does not have the secret of this child. Its fee comes back a week after it was due',
    );
  const secret = secretOf(source, number);
  const digest = await makeChild(needs, row, seedOf(number, row.kept_hash, secret));
  const signature = await signBirth(config.operatorKey, source, number, digest);
  const birth: Birth = { number, secret, proof: proofOf(source, number), digest, signature };
  await putBirth(db.sql, row, birth);
  return birth;
};
