// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Life, Pairing} from "../../src/breeding/BreedingRecords.sol";
import {vm} from "../base/Vm.sol";
import {BreedingCrowd} from "./BreedingCrowd.sol";

/// @notice What holds of breeding whatever people do. Forbidden: hatched or lost -> anything; a token used an eighth time.
/// Invariants 3 to 6 compare the contract with a plain model of the rules.
contract BreedingInvariantTest {
    BreedingCrowd internal crowd;

    function setUp() external {
        crowd = new BreedingCrowd();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(crowd);
    }

    struct FuzzSelector {
        address target;
        bytes4[] selectors;
    }

    /// @dev The fixture's own: nothing anybody does.
    function excludeSelectors() external view returns (FuzzSelector[] memory excluded) {
        excluded = new FuzzSelector[](1);
        excluded[0] = FuzzSelector(address(crowd), new bytes4[](1));
        excluded[0].selectors[0] = crowd.setUp.selector;
    }

    /// One campaign for all: each by itself would only play the same calls again. What breaks says its name. Every fourth
    /// call, and at the end: what is wrong stays wrong, and to look takes longer than to act.
    function invariant_AllHold() external view {
        if (crowd.calls() % 4 == 0) _allHold();
    }

    function _allHold() private view {
        _01_TheContractHoldsOpenFeesAndCredits();
        _02_MoneyIsConserved();
        _03_EverybodyHasWhatIsHis();
        _04_CreditsAreOfFailedPayments();
        _05_LivesAreAsTheModelSays();
        _06_BreedingsStandAsTheModelSays();
        _07_NoRelativesHaveChildren();
        _08_NobodyTiredIsBred();
        _09_EveryChildIsTheOneDraw();
        _10_AnOfferIsUsedOnce();
        _11_NobodyActsForAnother();
        _12_StoppedIsStoppedAndEarlyIsEarly();
        _13_NothingBlocksWhatIsRight();
    }

    /// 1. The contract holds the fees of expected children and the credits, to the unit.
    function _01_TheContractHoldsOpenFeesAndCredits() private view {
        uint256 due;
        for (uint256 i; i < crowd.birthCount(); ++i) {
            BreedingCrowd.Birth memory birth = crowd.birthAt(i);
            if (birth.fate == BreedingCrowd.Fate.EXPECTED) due += birth.fee;
        }
        for (uint256 i; i < 5; ++i) {
            due += crowd.creditThere(crowd.people(i));
        }
        _hold(crowd.balanceOf(crowd.contractAddress()) == due, "invariant_01_TheContractHoldsOpenFeesAndCredits");
    }

    /// 2. No money appears or vanishes.
    function _02_MoneyIsConserved() private view {
        uint256 all = crowd.balanceOf(crowd.contractAddress());
        for (uint256 i; i < 5; ++i) {
            all += crowd.balanceOf(crowd.people(i));
        }
        _hold(all == crowd.supply(), "invariant_02_MoneyIsConserved");
    }

    /// 3. Everybody has the money the model says: fees and prices as shown, the share as it was when bred, refunds to who paid.
    function _03_EverybodyHasWhatIsHis() private view {
        for (uint256 i; i < 5; ++i) {
            _hold(
                crowd.balanceOf(crowd.people(i)) == crowd.owned(crowd.people(i)), "invariant_03_EverybodyHasWhatIsHis"
            );
        }
    }

    /// 4. Everybody has the credit the model says: only of what could not be paid.
    function _04_CreditsAreOfFailedPayments() private view {
        for (uint256 i; i < 5; ++i) {
            _hold(
                crowd.creditThere(crowd.people(i)) == crowd.credit(crowd.people(i)),
                "invariant_04_CreditsAreOfFailedPayments"
            );
        }
    }

    /// 5. Every token's life is as the model says: at most 7 uses, generation one more than its parents', rests as in the table.
    function _05_LivesAreAsTheModelSays() private view {
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            BreedingCrowd.Token memory token = crowd.tokenAt(i);
            Life memory life = crowd.lifeOf(token.id);
            _hold(life.uses <= 7, "invariant_05_LivesAreAsTheModelSays");
            _hold(life.uses == token.uses, "invariant_05_LivesAreAsTheModelSays");
            _hold(life.generation == token.generation, "invariant_05_LivesAreAsTheModelSays");
            _hold(life.readyAt == token.readyAt, "invariant_05_LivesAreAsTheModelSays");
            _hold(life.expectingId == token.expecting, "invariant_05_LivesAreAsTheModelSays");
            _hold((life.birthId != 0) == token.isChild, "invariant_05_LivesAreAsTheModelSays");
            _hold(life.matronId == token.mother, "invariant_05_LivesAreAsTheModelSays");
            _hold(life.sireId == token.father, "invariant_05_LivesAreAsTheModelSays");
        }
    }

    /// 6. Every breeding stands as the model says, and each expecting token carries one child.
    function _06_BreedingsStandAsTheModelSays() private view {
        uint256 expecting;
        for (uint256 i; i < crowd.birthCount(); ++i) {
            BreedingCrowd.Birth memory birth = crowd.birthAt(i);
            Pairing memory pairing = crowd.pairingOf(i + 1);
            _hold(uint256(pairing.phase) == uint256(birth.fate) + 1, "invariant_06_BreedingsStandAsTheModelSays");
            _hold(pairing.fee == birth.fee, "invariant_06_BreedingsStandAsTheModelSays");
            _hold(pairing.readyAt == birth.readyAt, "invariant_06_BreedingsStandAsTheModelSays");
            if (birth.fate == BreedingCrowd.Fate.EXPECTED) {
                ++expecting;
                _hold(crowd.lifeOf(birth.matron).expectingId == i + 1, "invariant_06_BreedingsStandAsTheModelSays");
            }
        }
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            if (crowd.tokenAt(i).expecting != 0) --expecting;
        }
        _hold(expecting == 0, "invariant_06_BreedingsStandAsTheModelSays");
    }

    /// 7. Nobody has a child with himself, a parent, a child or a sibling.
    function _07_NoRelativesHaveChildren() private view {
        _hold(crowd.relativesBred() == 0, "invariant_07_NoRelativesHaveChildren");
    }

    /// 8. Nobody who expects, rests or is worn out has another child, as matron or sire.
    function _08_NobodyTiredIsBred() private view {
        _hold(crowd.tiredBred() == 0, "invariant_08_NobodyTiredIsBred");
    }

    /// 9. Every child is the one its parents' genes, its block and its secret make, with genes of its collection's values; and
    /// a breeding has one child at most: its hash never changes, nothing hatches early, twice, unsigned or after it was lost.
    function _09_EveryChildIsTheOneDraw() private view {
        _hold(crowd.hatchedWrongly() == 0, "invariant_09_EveryChildIsTheOneDraw");
        uint256 children;
        for (uint256 i; i < crowd.birthCount(); ++i) {
            if (crowd.birthAt(i).fate == BreedingCrowd.Fate.HATCHED) ++children;
        }
        _hold(crowd.tokenCount() == 6 + children, "invariant_09_EveryChildIsTheOneDraw");
        for (uint256 i = 6; i < crowd.tokenCount(); ++i) {
            BreedingCrowd.Token memory token = crowd.tokenAt(i);
            uint256 genes = crowd.lifeOf(token.id).genes;
            _hold(genes == token.genes, "invariant_09_EveryChildIsTheOneDraw");
            _hold(
                genes >> 60 == 0 && (genes >> 40 & 0xfffff) & ~uint256(0x8421) == 0,
                "invariant_09_EveryChildIsTheOneDraw"
            );
        }
    }

    /// 10. A siring offer is used once, by its end, and never after the token moved; what the contract shows of offers is so.
    function _10_AnOfferIsUsedOnce() private view {
        _hold(crowd.offersOverused() == 0, "invariant_10_AnOfferIsUsedOnce");
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            BreedingCrowd.Token memory token = crowd.tokenAt(i);
            (address offerer, uint256 price) = crowd.offerOf(token.id);
            _hold(offerer == (crowd.offered(i) ? token.owner : address(0)), "invariant_10_AnOfferIsUsedOnce");
            _hold(price == (crowd.offered(i) ? token.price : 0), "invariant_10_AnOfferIsUsedOnce");
        }
    }

    /// 11. Nobody's token moves but by his own transfer, and nobody (owner, operator and creator included) acts for another.
    function _11_NobodyActsForAnother() private view {
        _hold(crowd.intrusions() == 0, "invariant_11_NobodyActsForAnother");
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            _hold(crowd.holderOf(crowd.tokenAt(i).id) == crowd.tokenAt(i).owner, "invariant_11_NobodyActsForAnother");
        }
    }

    /// 12. Nothing is bred while it is stopped, and nothing is given up before its time or out of an auction.
    function _12_StoppedIsStoppedAndEarlyIsEarly() private view {
        _hold(crowd.bredWhileStopped() == 0, "invariant_12_StoppedIsStoppedAndEarlyIsEarly");
        _hold(crowd.lostWrongly() == 0, "invariant_12_StoppedIsStoppedAndEarlyIsEarly");
    }

    /// 13. What is right is never refused: a breeding of two who can, a hatch that is due, a refund, an offer, a claim;
    /// whoever can't be paid.
    function _13_NothingBlocksWhatIsRight() private view {
        _hold(crowd.rightRefused() == 0, "invariant_13_NothingBlocksWhatIsRight");
    }

    function _hold(bool condition, string memory name) private pure {
        vm.assertTrue(condition, name);
    }

    /// The crowd is no stage set: of its calls that reach the contract, at least half succeed.
    function afterInvariant() external view {
        _allHold();
        if (crowd.calls() >= 40) vm.assertTrue(crowd.successes() * 2 >= crowd.calls(), "too many calls fail");
    }
}
