// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Campaign} from "../base/Campaign.sol";
import {AuctionCrowd} from "./AuctionCrowd.sol";

/// @notice Properties of the auction house that no sequence of calls may break. Forbidden transitions: over -> open;
/// with a bid -> edited or cancelled; held -> anywhere without its claimant. Invariants 3 to 6 compare the auction
/// house with a plain model of the rules.
contract AuctionInvariantTest is Campaign {
    AuctionCrowd internal crowd;

    function setUp() external {
        _start("auction", crowd = new AuctionCrowd());
    }

    function _broken() internal view override returns (string memory broken) {
        broken = _and(broken, _01_TheAuctionHouseHoldsBidsAndCredits(), "01_TheAuctionHouseHoldsBidsAndCredits");
        broken = _and(broken, _02_MoneyIsConserved(), "02_MoneyIsConserved");
        broken = _and(broken, _03_EveryAccountHasItsShare(), "03_EveryAccountHasItsShare");
        broken = _and(broken, _04_CreditsComeFromFailedPayments(), "04_CreditsComeFromFailedPayments");
        broken = _and(broken, _05_AuctionsMatchTheModel(), "05_AuctionsMatchTheModel");
        broken = _and(broken, _06_EveryNftIsWhereItBelongs(), "06_EveryNftIsWhereItBelongs");
        broken = _and(broken, _07_NothingBlocksASettlement(), "07_NothingBlocksASettlement");
        broken = _and(broken, _08_NothingBlocksAValidBid(), "08_NothingBlocksAValidBid");
        broken = _and(broken, _09_BidsRiseAndEndsNeverMoveEarlier(), "09_BidsRiseAndEndsNeverMoveEarlier");
        broken = _and(broken, _10_ABidMakesTheTermsFinal(), "10_ABidMakesTheTermsFinal");
        broken = _and(broken, _11_AFinishedAuctionStaysFinished(), "11_AFinishedAuctionStaysFinished");
        broken = _and(broken, _12_NobodyActsForAnotherAccount(), "12_NobodyActsForAnotherAccount");
        broken = _and(broken, _13_APauseStopsNewAuctions(), "13_APauseStopsNewAuctions");
    }

    /// 1. The auction house holds the highest bids and the credits, to the unit.
    function _01_TheAuctionHouseHoldsBidsAndCredits() private view returns (bool) {
        uint256 due;
        for (uint256 i; i < crowd.count(); ++i) {
            AuctionCrowd.Model memory m = crowd.model(i);
            if (m.fate == AuctionCrowd.Fate.OPEN && m.bidder != address(0)) due += m.amount;
        }
        for (uint256 i; i < 6; ++i) {
            due += crowd.houseCredit(crowd.people(i));
        }
        return crowd.moneyBalance(crowd.houseAddress()) == due;
    }

    /// 2. Money is neither created nor lost.
    function _02_MoneyIsConserved() private view returns (bool) {
        uint256 all = crowd.moneyBalance(crowd.houseAddress());
        for (uint256 i; i < 6; ++i) {
            all += crowd.moneyBalance(crowd.people(i));
        }
        return all == crowd.supply();
    }

    /// 3. Every account has the money that the model computes, with fee and royalty as fixed at creation.
    function _03_EveryAccountHasItsShare() private view returns (bool) {
        for (uint256 i; i < 6; ++i) {
            if (crowd.moneyBalance(crowd.people(i)) != crowd.owned(crowd.people(i))) return false;
        }
        return true;
    }

    /// 4. Every account has the credit that the model computes: only from failed payments.
    function _04_CreditsComeFromFailedPayments() private view returns (bool) {
        for (uint256 i; i < 6; ++i) {
            if (crowd.houseCredit(crowd.people(i)) != crowd.credit(crowd.people(i))) return false;
        }
        return true;
    }

    /// 5. Every auction has the state that the model computes.
    function _05_AuctionsMatchTheModel() private view returns (bool) {
        for (uint256 i; i < crowd.count(); ++i) {
            AuctionCrowd.Model memory m = crowd.model(i);
            (uint8 phase, address bidder, uint256 amount, uint256 end, uint256 least) = crowd.state(i);
            bool open = phase == 1 || phase == 2;
            if (open != (m.fate == AuctionCrowd.Fate.OPEN)) return false;
            if ((phase == 3) != (m.fate == AuctionCrowd.Fate.HELD)) return false;
            if (!open) continue;
            if (bidder != m.bidder) return false;
            if (amount != m.amount) return false;
            if (end != m.end) return false;
            uint256 raised = m.amount + (m.amount * m.raiseBps + 9_999) / 10_000;
            if (least != (bidder == address(0) ? m.amount : raised)) return false;
        }
        return true;
    }

    /// 6. Every NFT is in the auction house while its auction is open or it is held, and otherwise with its owner.
    function _06_EveryNftIsWhereItBelongs() private view returns (bool) {
        uint256 inHouse;
        for (uint256 i; i < crowd.count(); ++i) {
            AuctionCrowd.Model memory m = crowd.model(i);
            bool here = m.fate == AuctionCrowd.Fate.OPEN || m.fate == AuctionCrowd.Fate.HELD;
            if (m.edition) {
                if (here) inHouse += m.quantity;
                continue;
            }
            address holder = here ? crowd.houseAddress() : m.fate == AuctionCrowd.Fate.HOME ? m.seller : m.bidder;
            if (crowd.holderOf(m.tokenId) != holder) return false;
        }
        if (crowd.unitsOf(crowd.houseAddress()) != inHouse) return false;
        for (uint256 i; i < 6; ++i) {
            if (crowd.unitsOf(crowd.people(i)) != crowd.units(crowd.people(i))) return false;
        }
        return true;
    }

    /// 7. An auction that is over can be settled, even if someone cannot receive money or the NFT.
    function _07_NothingBlocksASettlement() private view returns (bool) {
        return crowd.settlementsBlocked() == 0;
    }

    /// 8. A bid that is high enough, in time and backed is never refused, whoever is outbid.
    function _08_NothingBlocksAValidBid() private view returns (bool) {
        return crowd.rightBidsRefused() == 0;
    }

    /// 9. No bid below the minimum or after the end is accepted, and no bid shortens an auction.
    function _09_BidsRiseAndEndsNeverMoveEarlier() private view returns (bool) {
        return crowd.fellOrShortened() == 0;
    }

    /// 10. An auction with a bid is neither edited nor cancelled.
    function _10_ABidMakesTheTermsFinal() private view returns (bool) {
        return crowd.touchedAfterBid() == 0;
    }

    /// 11. An auction that is over stays over, and none is settled before its end.
    function _11_AFinishedAuctionStaysFinished() private view returns (bool) {
        return crowd.revived() == 0;
    }

    /// 12. Nobody, not even the owner of the auction house, acts on an auction, NFT or credit of another account.
    function _12_NobodyActsForAnotherAccount() private view returns (bool) {
        return crowd.intrusions() == 0;
    }

    /// 13. No auction is created while the auction house is paused.
    function _13_APauseStopsNewAuctions() private view returns (bool) {
        return crowd.createdWhilePaused() == 0;
    }
}
