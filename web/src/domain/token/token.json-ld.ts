import type { TokenDetail } from '@skarb/schema/token';
import { nameOf } from '@skarb/schema/person-name';

/** The token as schema.org's VisualArtwork, with its offer if it is for sale. */
export const tokenJsonLd = (token: TokenDetail): object => ({
  '@context': 'https://schema.org',
  '@type': ['VisualArtwork', 'Product'],
  name: token.name,
  description: token.description || undefined,
  image: token.image.preview,
  dateCreated: token.createdAt,
  creator: { '@type': 'Person', name: nameOf(token.creator) },
  isPartOf: { '@type': 'Collection', name: token.collection.name },
  artEdition: token.type === 'ERC1155' ? token.quantity : undefined,
  identifier: `eip155:${token.chain.chainId}/${token.type.toLowerCase()}:${token.contractAddress}/${token.tokenId}`,
  // Crypto has no ISO code; schema.org expects the usual ticker then.
  offers: token.listing
    ? {
        '@type': 'Offer',
        price: token.listing.price,
        priceCurrency: token.listing.currency,
        availability: 'https://schema.org/InStock',
      }
    : undefined,
});
