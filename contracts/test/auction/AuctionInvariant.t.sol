// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {vm} from "../base/Vm.sol";
import {AuctionCrowd} from "./AuctionCrowd.sol";

/// @notice What holds of the house whatever people do. Forbidden: over -> open; with a bid -> edited or cancelled;
/// held -> anywhere without its claimant. Invariants 3 to 6 compare the house with a plain model of the rules.
/// forge-config: default.invariant.runs = 24
contract AuctionInvariantTest {
    AuctionCrowd internal crowd;

    function setUp() external {
        crowd = new AuctionCrowd();
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

    /// 1. The house holds the highest bids and the credits, to the unit.
    function invariant_01_TheHouseHoldsBidsAndCredits() external view {
        uint256 due;
        for (uint256 i; i < crowd.count(); ++i) {
            AuctionCrowd.Model memory m = crowd.model(i);
            if (m.fate == AuctionCrowd.Fate.OPEN && m.bidder != address(0)) due += m.amount;
        }
        for (uint256 i; i < 6; ++i) {
            due += crowd.houseCredit(crowd.people(i));
        }
        vm.assertEq(crowd.moneyBalance(crowd.houseAddress()), due);
    }

    /// 2. No money appears or vanishes.
    function invariant_02_MoneyIsConserved() external view {
        uint256 all = crowd.moneyBalance(crowd.houseAddress());
        for (uint256 i; i < 6; ++i) {
            all += crowd.moneyBalance(crowd.people(i));
        }
        vm.assertEq(all, crowd.supply());
    }

    /// 3. Everybody has the money the model says, fee and royalty as fixed at creation included.
    function invariant_03_EverybodyHasWhatIsHis() external view {
        for (uint256 i; i < 6; ++i) {
            vm.assertEq(crowd.moneyBalance(crowd.people(i)), crowd.owned(crowd.people(i)));
        }
    }

    /// 4. Everybody has the credit the model says: only of what could not be paid.
    function invariant_04_CreditsAreOfFailedPayments() external view {
        for (uint256 i; i < 6; ++i) {
            vm.assertEq(crowd.houseCredit(crowd.people(i)), crowd.credit(crowd.people(i)));
        }
    }

    /// 5. Every auction stands as the model says.
    function invariant_05_AuctionsStandAsTheModelSays() external view {
        for (uint256 i; i < crowd.count(); ++i) {
            AuctionCrowd.Model memory m = crowd.model(i);
            (uint8 phase, address bidder, uint256 amount, uint256 end, uint256 least) = crowd.state(i);
            bool open = phase == 1 || phase == 2;
            vm.assertTrue(open == (m.fate == AuctionCrowd.Fate.OPEN), "open");
            vm.assertTrue((phase == 3) == (m.fate == AuctionCrowd.Fate.HELD), "held");
            if (!open) continue;
            vm.assertEq(bidder, m.bidder);
            vm.assertEq(amount, m.amount);
            vm.assertEq(end, m.end);
            vm.assertEq(least, bidder == address(0) ? m.amount : m.amount + (m.amount * m.raiseBps + 9_999) / 10_000);
        }
    }

    /// 6. Every NFT is in the house while its auction is open or it is held, and otherwise where it belongs.
    function invariant_06_EveryNftIsWhereItBelongs() external view {
        uint256 inHouse;
        for (uint256 i; i < crowd.count(); ++i) {
            AuctionCrowd.Model memory m = crowd.model(i);
            bool here = m.fate == AuctionCrowd.Fate.OPEN || m.fate == AuctionCrowd.Fate.HELD;
            if (m.edition) {
                if (here) inHouse += m.quantity;
                continue;
            }
            address holder = here ? crowd.houseAddress() : m.fate == AuctionCrowd.Fate.HOME ? m.seller : m.bidder;
            vm.assertEq(crowd.holderOf(m.tokenId), holder);
        }
        vm.assertEq(crowd.unitsOf(crowd.houseAddress()), inHouse);
        for (uint256 i; i < 6; ++i) {
            vm.assertEq(crowd.unitsOf(crowd.people(i)), crowd.units(crowd.people(i)));
        }
    }

    /// 7. What is over settles, whoever can't be paid or delivered to.
    function invariant_07_NothingBlocksASettlement() external view {
        vm.assertEq(crowd.settlementsBlocked(), 0);
    }

    /// 8. A bid that is high enough, in time and backed is never refused, whoever is outbid.
    function invariant_08_NothingBlocksARightBid() external view {
        vm.assertEq(crowd.rightBidsRefused(), 0);
    }

    /// 9. No bid below the least or out of time is taken, and no bid shortens an auction.
    function invariant_09_BidsRiseAndEndsStay() external view {
        vm.assertEq(crowd.fellOrShortened(), 0);
    }

    /// 10. With a bid, nothing is edited or cancelled.
    function invariant_10_ABidFixesTheAuction() external view {
        vm.assertEq(crowd.touchedAfterBid(), 0);
    }

    /// 11. What is over stays over, and nothing is settled before its end.
    function invariant_11_WhatIsOverStaysOver() external view {
        vm.assertEq(crowd.revived(), 0);
    }

    /// 12. Nobody, the owner of the house included, acts on what is another's.
    function invariant_12_NobodyActsForAnother() external view {
        vm.assertEq(crowd.intrusions(), 0);
    }

    /// 13. No auction is made in a paused house.
    function invariant_13_APauseStopsNewAuctions() external view {
        vm.assertEq(crowd.createdWhilePaused(), 0);
    }

    /// The crowd is no stage set: of its calls that reach the house, at least half succeed.
    function afterInvariant() external view {
        if (crowd.calls() >= 40) vm.assertTrue(crowd.successes() * 2 >= crowd.calls(), "too many calls fail");
    }
}
