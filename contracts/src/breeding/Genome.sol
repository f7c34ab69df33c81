// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title What a token passes on
/// @notice A genome is one word. Gene g (0 shown, 1 to 3 hidden) of trait t (0 to 11) is the 5 bits at `(t * 4 + g) * 5`;
/// the 16 bits above the 48 genes are zero. `counts` holds how many values trait t has, less one, in the 5 bits at `t * 5`.
/// @dev schema/src/genome.ts is the same in TypeScript; test/chain/genome.test.ts holds the two together.
library Genome {
    uint256 internal constant MAX_TRAITS = 12;
    uint256 private constant GENE_BITS = 5;
    uint256 private constant GENE = 31;
    uint256 private constant TRAIT_BITS = 20;
    uint256 private constant TRAIT = 0xfffff;
    /// @dev How many bits of the seed a trait uses.
    uint256 private constant SEED_BITS = 18;

    /// @notice The child's genes. Of the 18 bits of the seed from bit `t * 18`:
    /// - bits 0-1, 2-3, 4-5 (matron's) and 6-7, 8-9, 10-11 (sire's): genes 3 and 2, then 2 and 1, then 1 and 0 change places
    ///   where both bits are 0;
    /// - bits 12 to 15: gene g is the sire's where bit 12 + g is 1, otherwise the matron's;
    /// - bits 16-17: where both are 0 and the parents' shown genes are 2k and 2k + 1, the child shows `count / 2 + k`.
    function mix(uint256 matron, uint256 sire, uint256 seed, uint256 traits, uint256 counts)
        internal
        pure
        returns (uint256 genes)
    {
        unchecked {
            for (uint256 t; t < traits; ++t) {
                uint256 bits = seed >> (t * SEED_BITS);
                uint256 hers = _shuffle(matron >> (t * TRAIT_BITS) & TRAIT, bits);
                uint256 his = _shuffle(sire >> (t * TRAIT_BITS) & TRAIT, bits >> 6);
                uint256 child = hers;
                for (uint256 g; g < 4; ++g) {
                    if (bits >> (12 + g) & 1 == 1) {
                        uint256 gene = GENE << (g * GENE_BITS);
                        child = child & ~gene | his & gene;
                    }
                }
                if (bits >> 16 & 3 == 0 && (hers ^ his) & GENE == 1) {
                    uint256 count = (counts >> (t * GENE_BITS) & GENE) + 1;
                    child = child & ~GENE | (count / 2 + (hers & GENE) / 2);
                }
                genes |= child << (t * TRAIT_BITS);
            }
        }
    }

    /// @notice Whether every gene is one of its trait's values, and nothing is where no trait is.
    function isValid(uint256 genes, uint256 traits, uint256 counts) internal pure returns (bool) {
        unchecked {
            if (genes >> (traits * TRAIT_BITS) != 0) return false;
            for (uint256 i; i < traits * 4; ++i) {
                if (genes >> (i * GENE_BITS) & GENE > counts >> (i / 4 * GENE_BITS) & GENE) return false;
            }
            return true;
        }
    }

    /// @notice Whether there are 1 to 12 traits, and counts of no others.
    function areCounts(uint256 traits, uint256 counts) internal pure returns (bool) {
        return traits != 0 && traits <= MAX_TRAITS && counts >> (traits * GENE_BITS) == 0;
    }

    /// @dev Neighbours change places, from the deepest up.
    function _shuffle(uint256 trait, uint256 bits) private pure returns (uint256) {
        unchecked {
            for (uint256 g = 3; g != 0; --g) {
                if (bits & 3 == 0) {
                    uint256 upper = (g - 1) * GENE_BITS;
                    uint256 difference = (trait >> upper ^ trait >> (upper + GENE_BITS)) & GENE;
                    trait ^= difference << upper | difference << (upper + GENE_BITS);
                }
                bits >>= 2;
            }
            return trait;
        }
    }
}
