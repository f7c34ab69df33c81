// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Genome
/// @notice The genes of a token and how a child inherits them. A genome is one word. Gene g (0 shown, 1 to 3 hidden) of trait t
/// (0 to 11) is the 5 bits at `(t * 4 + g) * 5`; the 16 bits above the 48 genes are zero.
///
///     255   240 239           220       39            20 19                                   0
///     |  zero  | trait 11 (20) |  ...  |  trait 1 (20)  | gene 3 | gene 2 | gene 1 | gene 0 (shown) |
///
/// `counts` contains the number of values of trait t, less one, in the 5 bits at `t * 5`.
/// @dev schema/src/genome.ts implements the same in TypeScript; test/chain/genome.test.ts compares them.
library Genome {
    uint256 internal constant MAX_TRAITS = 12;
    uint256 private constant GENE_BITS = 5;
    uint256 private constant GENE = 31;
    uint256 private constant TRAIT_BITS = 20;
    uint256 private constant TRAIT = 0xfffff;
    /// @dev The number of bits of the seed for each trait.
    uint256 private constant SEED_BITS = 18;

    /// @notice The child's genes. Of the 18 bits of the seed from bit `t * 18`:
    /// - bits 0-1, 2-3, 4-5 (matron) and 6-7, 8-9, 10-11 (sire): genes 3 and 2, then 2 and 1, then 1 and 0 are swapped
    ///   if both bits are 0;
    /// - bits 12 to 15: gene g comes from the sire if bit 12 + g is 1, otherwise from the matron;
    /// - bits 16-17: if both are 0 and the parents' shown genes are 2k and 2k + 1, the child shows `count / 2 + k`.
    function mix(uint256 matron, uint256 sire, uint256 seed, uint256 traits, uint256 counts)
        internal
        pure
        returns (uint256 genes)
    {
        unchecked {
            for (uint256 t; t < traits; ++t) {
                uint256 bits = seed >> (t * SEED_BITS);
                uint256 fromMatron = _shuffle(matron >> (t * TRAIT_BITS) & TRAIT, bits);
                uint256 fromSire = _shuffle(sire >> (t * TRAIT_BITS) & TRAIT, bits >> 6);
                uint256 child = fromMatron;
                for (uint256 g; g < 4; ++g) {
                    if (bits >> (12 + g) & 1 == 1) {
                        uint256 gene = GENE << (g * GENE_BITS);
                        child = child & ~gene | fromSire & gene;
                    }
                }
                if (bits >> 16 & 3 == 0 && (fromMatron ^ fromSire) & GENE == 1) {
                    uint256 count = (counts >> (t * GENE_BITS) & GENE) + 1;
                    child = child & ~GENE | (count / 2 + (fromMatron & GENE) / 2);
                }
                genes |= child << (t * TRAIT_BITS);
            }
        }
    }

    /// @notice Whether every gene is a value of its trait, and all bits beyond the traits are zero.
    function isValid(uint256 genes, uint256 traits, uint256 counts) internal pure returns (bool) {
        unchecked {
            if (genes >> (traits * TRAIT_BITS) != 0) return false;
            for (uint256 i; i < traits * 4; ++i) {
                if (genes >> (i * GENE_BITS) & GENE > counts >> (i / 4 * GENE_BITS) & GENE) return false;
            }
            return true;
        }
    }

    /// @notice Whether there are 1 to 12 traits, and no counts beyond them.
    function areCounts(uint256 traits, uint256 counts) internal pure returns (bool) {
        return traits != 0 && traits <= MAX_TRAITS && counts >> (traits * GENE_BITS) == 0;
    }

    /// @dev Swaps neighbouring genes, from the most hidden one up.
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
