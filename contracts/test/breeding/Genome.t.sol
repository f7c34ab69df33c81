// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BreedingRules} from "../../src/breeding/BreedingRules.sol";
import {Genome} from "../../src/breeding/Genome.sol";
import {vm} from "../base/Vm.sol";

contract GenomeTest {
    uint256 private constant COUNTS_OF_32 = (1 << 60) - 1;
    /// @dev A trait's 18 bits of the seed without swaps and mutations and with all genes from the matron.
    uint256 private constant STILL = 0x30000 | 0xfff;

    struct Case {
        uint256 matron;
        uint256 sire;
        uint256 traits;
        uint256 counts;
    }

    function testFuzz_AShownTraitComesFromAParentOrIsTheDefinedMutation(
        uint256 matron,
        uint256 sire,
        uint256 seed,
        uint256 traits,
        uint256 counts
    ) external pure {
        Case memory c = _case(matron, sire, traits, counts);
        uint256 child = Genome.mix(c.matron, c.sire, seed, c.traits, c.counts);
        vm.assertTrue(Genome.isValid(child, c.traits, c.counts), "valid");
        for (uint256 i; i < c.traits * 4; ++i) {
            uint256 trait = i / 4;
            uint256 gene = _gene(child, i);
            bool inherited;
            bool mutated;
            uint256 count = (c.counts >> trait * 5 & 31) + 1;
            for (uint256 a; a < 4; ++a) {
                inherited = inherited || gene == _gene(c.matron, trait * 4 + a) || gene == _gene(c.sire, trait * 4 + a);
                for (uint256 b; b < 4 && i % 4 == 0; ++b) {
                    uint256 hers = _gene(c.matron, trait * 4 + a);
                    if (hers ^ _gene(c.sire, trait * 4 + b) == 1 && gene == count / 2 + hers / 2) mutated = true;
                }
            }
            vm.assertTrue(inherited || mutated, "out of nowhere");
        }
    }

    function testFuzz_TheSameParentsAndSeedGiveTheSameChild(uint256 matron, uint256 sire, uint256 seed) external pure {
        Case memory c = _case(matron, sire, 12, COUNTS_OF_32);
        vm.assertEq(
            Genome.mix(c.matron, c.sire, seed, 12, COUNTS_OF_32), Genome.mix(c.matron, c.sire, seed, 12, COUNTS_OF_32)
        );
        // Bits above those of its traits have no effect.
        vm.assertEq(
            Genome.mix(c.matron, c.sire, seed, 12, COUNTS_OF_32),
            Genome.mix(c.matron, c.sire, seed ^ (1 << 216), 12, COUNTS_OF_32)
        );
    }

    function testFuzz_WithoutSwapInheritanceOrMutationTheChildEqualsTheMatron(uint256 matron, uint256 sire) external pure {
        Case memory c = _case(matron, sire, 12, COUNTS_OF_32);
        uint256 seed;
        for (uint256 t; t < 12; ++t) {
            seed |= STILL << t * 18;
        }
        vm.assertEq(Genome.mix(c.matron, c.sire, seed, 12, COUNTS_OF_32), c.matron);
        for (uint256 t; t < 12; ++t) {
            seed |= 0xf000 << t * 18;
        }
        vm.assertEq(Genome.mix(c.matron, c.sire, seed, 12, COUNTS_OF_32), c.sire);
    }

    function test_EachSeedBitHasItsDefinedEffect() external pure {
        // From shown to hidden: 1 2 3 4, and 11 12 13 14.
        uint256 matron = _trait(1, 2, 3, 4);
        uint256 sire = _trait(11, 12, 13, 14);
        // Each pair of zero bits swaps two neighbouring genes, the deepest pair first.
        vm.assertEq(_mix(matron, sire, STILL ^ 3), _trait(1, 2, 4, 3));
        vm.assertEq(_mix(matron, sire, STILL ^ 3 << 2), _trait(1, 3, 2, 4));
        vm.assertEq(_mix(matron, sire, STILL ^ 3 << 4), _trait(2, 1, 3, 4));
        vm.assertEq(_mix(matron, sire, STILL ^ 0x3f), _trait(4, 1, 2, 3));
        uint256 fromSire = STILL | 0xf000;
        vm.assertEq(_mix(matron, sire, fromSire ^ 3 << 6), _trait(11, 12, 14, 13));
        vm.assertEq(_mix(matron, sire, fromSire ^ 3 << 8), _trait(11, 13, 12, 14));
        vm.assertEq(_mix(matron, sire, fromSire ^ 3 << 10), _trait(12, 11, 13, 14));
        // A single zero bit does not swap.
        vm.assertEq(_mix(matron, sire, STILL ^ 1), matron);
        vm.assertEq(_mix(matron, sire, STILL ^ 2), matron);
        for (uint256 g; g < 4; ++g) {
            uint256 gene = 31 << g * 5;
            vm.assertEq(_mix(matron, sire, STILL | 1 << 12 + g), matron & ~gene | sire & gene);
        }
    }

    function test_AdjacentValuesMutateToTheNextTier() external pure {
        uint256 still = STILL ^ 0x30000;
        // 2k and 2k + 1 of 32 values mutate to 16 + k, in either order.
        vm.assertEq(_mix(_trait(6, 1, 1, 1), _trait(7, 2, 2, 2), still), _trait(19, 1, 1, 1));
        vm.assertEq(_mix(_trait(7, 1, 1, 1), _trait(6, 2, 2, 2), still | 0xf000), _trait(19, 2, 2, 2));
        // 2k + 1 and 2k + 2 are no neighbours, nor are equal values.
        vm.assertEq(_mix(_trait(7, 1, 1, 1), _trait(8, 2, 2, 2), still), _trait(7, 1, 1, 1));
        vm.assertEq(_mix(_trait(7, 1, 1, 1), _trait(7, 2, 2, 2), still), _trait(7, 1, 1, 1));
        // Both bits must be zero.
        vm.assertEq(_mix(_trait(6, 1, 1, 1), _trait(7, 2, 2, 2), still | 1 << 16), _trait(6, 1, 1, 1));
        vm.assertEq(_mix(_trait(6, 1, 1, 1), _trait(7, 2, 2, 2), still | 1 << 17), _trait(6, 1, 1, 1));
        // The genes shown after the swaps decide.
        vm.assertEq(_mix(_trait(9, 6, 1, 1), _trait(7, 2, 2, 2), still ^ 3 << 4), _trait(19, 9, 1, 1));
        // With an odd number of values, too, the mutation is a valid value.
        vm.assertEq(Genome.mix(_trait(2, 0, 0, 0), _trait(3, 0, 0, 0), still, 1, 4), _trait(3, 0, 0, 0));
    }

    function testFuzz_AGenomeIsValidIfEveryGeneIs(uint256 genes, uint256 traits, uint256 counts, bool tame)
        external
        pure
    {
        Case memory c = _case(genes, 0, traits, counts);
        if (tame) genes = c.matron;
        bool valid = true;
        for (uint256 i; i < 51; ++i) {
            valid = valid && _gene(genes, i) <= (i < c.traits * 4 ? c.counts >> i / 4 * 5 & 31 : 0);
        }
        vm.assertTrue(Genome.isValid(genes, c.traits, c.counts) == (valid && genes >> 255 == 0));
    }

    function test_RestsAndFeesMatchTheTables() external pure {
        uint24[14] memory rests =
            [60, 120, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800];
        uint8[7] memory fees = [1, 2, 3, 5, 8, 13, 21];
        for (uint256 generation; generation < 40; ++generation) {
            for (uint256 uses; uses < 7; ++uses) {
                uint256 step = generation / 2 + uses;
                vm.assertEq(BreedingRules.restOf(generation, uses), rests[step < 13 ? step : 13]);
                vm.assertEq(BreedingRules.feeOf(type(uint80).max, uses), uint256(type(uint80).max) * fees[uses]);
            }
        }
        vm.assertEq(BreedingRules.restOf(type(uint16).max, 6), 7 days);
    }

    /// @dev Reduces arbitrary numbers to a valid case.
    function _case(uint256 matron, uint256 sire, uint256 traits, uint256 counts) private pure returns (Case memory c) {
        c.traits = 1 + traits % 12;
        c.counts = counts & ((1 << c.traits * 5) - 1);
        for (uint256 i; i < c.traits * 4; ++i) {
            uint256 count = (c.counts >> i / 4 * 5 & 31) + 1;
            c.matron |= _gene(matron, i) % count << i * 5;
            c.sire |= _gene(sire, i) % count << i * 5;
        }
    }

    function _mix(uint256 matron, uint256 sire, uint256 seed) private pure returns (uint256) {
        return Genome.mix(matron, sire, seed, 1, 31);
    }

    function _trait(uint256 shown, uint256 first, uint256 second, uint256 third) private pure returns (uint256) {
        return shown | first << 5 | second << 10 | third << 15;
    }

    function _gene(uint256 genes, uint256 index) private pure returns (uint256) {
        return genes >> index * 5 & 31;
    }
}
