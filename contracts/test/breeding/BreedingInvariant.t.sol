// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Life, Pairing} from "../../src/breeding/BreedingRecords.sol";
import {Campaign} from "../base/Campaign.sol";
import {BreedingCrowd} from "./BreedingCrowd.sol";

/// @notice Properties of breeding that no sequence of calls may break. Forbidden transitions: hatched or lost ->
/// anything; a token used an eighth time. Invariants 3 to 6 compare the contract with a plain model of the rules.
contract BreedingInvariantTest is Campaign {
    BreedingCrowd internal crowd;

    function setUp() external {
        _start("breeding", crowd = new BreedingCrowd());
    }

    function _broken() internal view override returns (string memory broken) {
        broken = _and(broken, _01_TheContractHoldsOpenFeesAndCredits(), "01_TheContractHoldsOpenFeesAndCredits");
        broken = _and(broken, _02_MoneyIsConserved(), "02_MoneyIsConserved");
        broken = _and(broken, _03_EveryAccountHasItsShare(), "03_EveryAccountHasItsShare");
        broken = _and(broken, _04_CreditsComeFromFailedPayments(), "04_CreditsComeFromFailedPayments");
        broken = _and(broken, _05_TokensMatchTheModel(), "05_TokensMatchTheModel");
        broken = _and(broken, _06_BreedingsMatchTheModel(), "06_BreedingsMatchTheModel");
        broken = _and(broken, _07_NoRelativesHaveChildren(), "07_NoRelativesHaveChildren");
        broken = _and(broken, _08_NoIneligibleTokenBreeds(), "08_NoIneligibleTokenBreeds");
        broken = _and(broken, _09_EveryChildHasTheGenesOfItsOneDraw(), "09_EveryChildHasTheGenesOfItsOneDraw");
        broken = _and(broken, _10_AnOfferIsUsedOnce(), "10_AnOfferIsUsedOnce");
        broken = _and(broken, _11_NobodyActsForAnotherAccount(), "11_NobodyActsForAnotherAccount");
        broken = _and(broken, _12_PausesAndWaitingTimesHold(), "12_PausesAndWaitingTimesHold");
        broken = _and(broken, _14_UsedRootsStayAndAtMostOneIsAhead(), "14_UsedRootsStayAndAtMostOneIsAhead");
        broken = _and(broken, _13_NothingBlocksAValidCall(), "13_NothingBlocksAValidCall");
    }

    /// 1. The contract holds the fees of expected children and the credits, to the unit.
    function _01_TheContractHoldsOpenFeesAndCredits() private view returns (bool) {
        uint256 due;
        for (uint256 i; i < crowd.birthCount(); ++i) {
            BreedingCrowd.Birth memory birth = crowd.birthAt(i);
            if (birth.fate == BreedingCrowd.Fate.EXPECTED) due += birth.fee;
        }
        for (uint256 i; i < 5; ++i) {
            due += crowd.creditThere(crowd.people(i));
        }
        return crowd.balanceOf(crowd.contractAddress()) == due;
    }

    /// 2. Money is neither created nor lost.
    function _02_MoneyIsConserved() private view returns (bool) {
        uint256 all = crowd.balanceOf(crowd.contractAddress());
        for (uint256 i; i < 5; ++i) {
            all += crowd.balanceOf(crowd.people(i));
        }
        return all == crowd.supply();
    }

    /// 3. Every account has the money that the model computes: fees and prices as shown, the share as fixed when bred,
    /// refunds to the payer.
    function _03_EveryAccountHasItsShare() private view returns (bool) {
        for (uint256 i; i < 5; ++i) {
            if (crowd.balanceOf(crowd.people(i)) != crowd.owned(crowd.people(i))) return false;
        }
        return true;
    }

    /// 4. Every account has the credit that the model computes: only from failed payments.
    function _04_CreditsComeFromFailedPayments() private view returns (bool) {
        for (uint256 i; i < 5; ++i) {
            if (crowd.creditThere(crowd.people(i)) != crowd.credit(crowd.people(i))) return false;
        }
        return true;
    }

    /// 5. Every token has the life that the model computes: at most 7 uses, one generation above its parents, rests as
    /// in the table.
    function _05_TokensMatchTheModel() private view returns (bool) {
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            BreedingCrowd.Token memory token = crowd.tokenAt(i);
            Life memory life = crowd.lifeOf(token.id);
            if (life.uses > 7) return false;
            if (life.uses != token.uses) return false;
            if (life.generation != token.generation) return false;
            if (life.readyAt != token.readyAt) return false;
            if (life.expectingId != token.expecting) return false;
            if ((life.birthId != 0) != token.isChild) return false;
            if (life.matronId != token.mother) return false;
            if (life.sireId != token.father) return false;
        }
        return true;
    }

    /// 6. Every breeding has the state that the model computes, and each expecting token carries one child.
    function _06_BreedingsMatchTheModel() private view returns (bool) {
        uint256 expecting;
        for (uint256 i; i < crowd.birthCount(); ++i) {
            BreedingCrowd.Birth memory birth = crowd.birthAt(i);
            Pairing memory pairing = crowd.pairingOf(i + 1);
            if (uint256(pairing.phase) != uint256(birth.fate) + 1) return false;
            if (pairing.fee != birth.fee) return false;
            if (pairing.readyAt != birth.readyAt) return false;
            if (birth.fate == BreedingCrowd.Fate.EXPECTED) {
                ++expecting;
                if (crowd.lifeOf(birth.matron).expectingId != i + 1) return false;
            }
        }
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            if (crowd.tokenAt(i).expecting != 0) --expecting;
        }
        return expecting == 0;
    }

    /// 7. No token breeds with itself, a parent, a child or a sibling.
    function _07_NoRelativesHaveChildren() private view returns (bool) {
        return crowd.relativesBred() == 0;
    }

    /// 8. No token that is expecting, resting or has no use left breeds, as matron or sire.
    function _08_NoIneligibleTokenBreeds() private view returns (bool) {
        return crowd.tiredBred() == 0;
    }

    /// 9. Every child follows from its parents' genes, its block and its secret, with genes of its collection's values.
    /// A breeding has one child at most: its hash never changes, and nothing hatches early, twice, unsigned or after it
    /// was lost.
    function _09_EveryChildHasTheGenesOfItsOneDraw() private view returns (bool) {
        if (crowd.hatchedWrongly() != 0) return false;
        uint256 children;
        for (uint256 i; i < crowd.birthCount(); ++i) {
            if (crowd.birthAt(i).fate == BreedingCrowd.Fate.HATCHED) ++children;
        }
        if (crowd.tokenCount() != 6 + children) return false;
        for (uint256 i = 6; i < crowd.tokenCount(); ++i) {
            BreedingCrowd.Token memory token = crowd.tokenAt(i);
            uint256 genes = crowd.lifeOf(token.id).genes;
            if (genes != token.genes) return false;
            if (!(genes >> 60 == 0 && (genes >> 40 & 0xfffff) & ~uint256(0x8421) == 0)) return false;
        }
        return true;
    }

    /// 10. A siring offer is used at most once, before its end, and never after the token moved; the contract returns
    /// the same offers as the model.
    function _10_AnOfferIsUsedOnce() private view returns (bool) {
        if (crowd.offersOverused() != 0) return false;
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            BreedingCrowd.Token memory token = crowd.tokenAt(i);
            (address offerer, uint256 price) = crowd.offerOf(token.id);
            if (offerer != (crowd.offered(i) ? token.owner : address(0))) return false;
            if (price != (crowd.offered(i) ? token.price : 0)) return false;
        }
        return true;
    }

    /// 11. A token moves only by its owner's transfer; nobody (including owner, operator and creator) acts for another
    /// account.
    function _11_NobodyActsForAnotherAccount() private view returns (bool) {
        if (crowd.intrusions() != 0) return false;
        for (uint256 i; i < crowd.tokenCount(); ++i) {
            if (crowd.holderOf(crowd.tokenAt(i).id) != crowd.tokenAt(i).owner) return false;
        }
        return true;
    }

    /// 12. Nothing is bred while breeding is paused or closed, and no breeding is lost before its time, which is later
    /// while its matron is in an auction.
    function _12_PausesAndWaitingTimesHold() private view returns (bool) {
        if (crowd.bredWhileStopped() != 0) return false;
        return crowd.lostWrongly() == 0;
    }

    /// 14. Even with the keys of operator and owner: a batch in use keeps its root, and at most one batch is ahead of
    /// it.
    function _14_UsedRootsStayAndAtMostOneIsAhead() private view returns (bool) {
        return crowd.rootsHold();
    }

    /// 13. A valid call is never refused: a breeding of an eligible pair, a hatch that is due, a refund, an offer, a
    /// claim; even if someone cannot be paid.
    function _13_NothingBlocksAValidCall() private view returns (bool) {
        return crowd.rightRefused() == 0;
    }
}
