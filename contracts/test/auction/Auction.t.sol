// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {AuctionHouse} from "../../src/auction/AuctionHouse.sol";
import {AuctionPhase, AuctionRequest, AuctionState, IAuctionHouse} from "../../src/auction/IAuctionHouse.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {vm, within} from "../base/Vm.sol";
import {AuctionFixture} from "./AuctionFixture.sol";
import {HeavyWallet, ContractBidder, OddMoney} from "./Hostile.sol";

contract CreateAuctionTest is AuctionFixture {
    function test_CreatingAnAuctionStoresTheTermsOfSellerAndAuctionHouse() external {
        Auction memory auction = _sellPiece();
        vm.assertEq(pieces.ownerOf(1), address(house));
        vm.assertEq(auction.id, keccak256(abi.encode(auction.bidding, auction.lotHash)));
        vm.assertEq(auction.lotHash, house.hashLot(auction.lot));
        vm.assertEq(auction.lot.seller, sam);
        vm.assertEq(auction.lot.royaltyReceiver, ann);
        vm.assertEq(auction.lot.royaltyBps, 500);
        vm.assertEq(auction.lot.feeBps, 1_000);
        vm.assertEq(auction.lot.feeRecipient, feeRecipient);
        vm.assertEq(auction.bidding.raiseBps, 500);
        vm.assertEq(auction.bidding.startsAt, NOW);
        AuctionState memory state = _state(auction);
        vm.assertTrue(state.phase == AuctionPhase.OPEN && state.bidder == address(0));
        vm.assertEq(state.leastBid, 1 ether);
        vm.assertEq(state.endsAt, END);
    }

    function test_AuctionsWithTheSameTermsHaveDifferentIds() external {
        Auction memory first = _sellEdition(3);
        Auction memory second = _sellEdition(3);
        vm.assertEq(second.lot.nonce, 1);
        vm.assertTrue(first.id != second.id);
    }

    function test_RevertWhen_ATokenArrivesWithoutTerms() external {
        _mint(pieces, _request(1, 1));
        vm.expectRevert(abi.encodeWithSelector(ICollection721.TermsMissing.selector, address(house)));
        vm.prank(ann);
        pieces.transferFrom(ann, address(house), 1);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.RequestMalformed.selector, 0, 192));
        vm.prank(ann);
        pieces.safeTransferFrom(ann, address(house), 1);
        vm.assertEq(pieces.ownerOf(1), ann);
    }

    /// The auction house searches the next free nonce from zero, which costs gas: only the seller's own equal auctions
    /// must count.
    function test_NobodyRaisesTheNonceOfAnotherSeller() external {
        _mint(editions, _request(1, 100));
        vm.prank(ann);
        editions.safeTransferFrom(ann, sam, 1, 50, "");
        bytes memory data = abi.encode(_auctionRequest());
        for (uint256 i; i < 20; ++i) {
            // The same units and terms from another seller.
            vm.prank(sam);
            editions.safeTransferFrom(sam, address(house), 1, 1, data);
            // A foreign collection that claims a transfer from Ann.
            vm.prank(address(odd));
            house.onERC1155Received(ann, ann, 1, 1, data);
        }
        Auction memory auction = _sellEdition(1);
        vm.assertEq(auction.lot.nonce, 0);
        vm.assertEq(auction.lot.seller, ann);
    }

    function test_RevertWhen_TheRequestIsInvalid() external {
        _mint(pieces, _request(1, 1));
        AuctionRequest memory request = _auctionRequest();
        _refused(request, 0, "", abi.encodeWithSelector(IAuctionHouse.RequestMalformed.selector, 0, 192));
        request.currency = bob;
        _refused(request, 1, "", abi.encodeWithSelector(IAuctionHouse.CurrencyNotAllowed.selector, bob));
        request = _auctionRequest();
        request.reservePrice = 0;
        _refused(
            request,
            1,
            "",
            abi.encodeWithSelector(IAuctionHouse.ReservePriceNotAllowed.selector, 0, 1, uint256(type(uint88).max))
        );
        request.reservePrice = 1 << 88;
        _refused(
            request,
            1,
            "",
            abi.encodeWithSelector(IAuctionHouse.ReservePriceNotAllowed.selector, 1 << 88, 1, uint256(type(uint88).max))
        );
        request = _auctionRequest();
        request.endsAt = uint40(NOW);
        _refused(request, 1, "", abi.encodeWithSelector(IAuctionHouse.EndNotAllowed.selector, NOW, NOW, NOW + 90 days));
        request.endsAt = uint40(NOW + 90 days + 1);
        _refused(
            request,
            1,
            "",
            abi.encodeWithSelector(IAuctionHouse.EndNotAllowed.selector, NOW + 90 days + 1, NOW, NOW + 90 days)
        );
        request = _auctionRequest();
        (request.startsAt, request.endsAt) = (uint40(NOW + 366 days + 1), uint40(NOW + 367 days));
        _refused(
            request,
            1,
            "",
            abi.encodeWithSelector(IAuctionHouse.StartNotAllowed.selector, NOW + 366 days + 1, NOW + 366 days)
        );
        (request.startsAt, request.endsAt) = (type(uint40).max - 1, type(uint40).max);
        _refused(
            request,
            1,
            "",
            abi.encodeWithSelector(IAuctionHouse.StartNotAllowed.selector, type(uint40).max - 1, NOW + 366 days)
        );
        request = _auctionRequest();
        request.raiseBps = 5_001;
        _refused(request, 1, "", abi.encodeWithSelector(IAuctionHouse.RaiseNotAllowed.selector, 5_001, 5_000));
        vm.prank(owner);
        house.setPaused(true);
        _refused(_auctionRequest(), 1, "", abi.encodeWithSelector(IAuctionHouse.AuctionsPaused.selector));
    }

    function test_RevertWhen_NoTokenWasSent() external {
        vm.expectRevert(IAuctionHouse.SellerMissing.selector);
        odd.mintInto(address(house), 1, abi.encode(_auctionRequest()));
        vm.expectRevert(IAuctionHouse.QuantityMissing.selector);
        house.onERC1155Received(sam, sam, 1, 0, abi.encode(_auctionRequest()));
        vm.expectRevert(IAuctionHouse.BatchNotAccepted.selector);
        house.onERC1155BatchReceived(sam, sam, new uint256[](0), new uint256[](0), "");
    }

    function testFuzz_ARoyaltyNeverBlocksAnAuctionNorExceedsHalf(uint256 way, uint256 percent) external {
        way = within(way, 0, 6);
        percent = within(percent, 0, 1_000);
        odd.behave(way, ann, percent);
        Auction memory auction = _sellOdd();
        uint256 expected = way == 0 ? (percent > 50 ? 5_000 : percent * 100) : way == 5 ? 5_000 : 0;
        vm.assertEq(auction.lot.royaltyBps, expected);
        vm.assertEq(auction.lot.royaltyReceiver, expected == 0 ? address(0) : ann);
    }

    function test_ARoyaltyThatBurnsGasCostsAtMostItsGasLimit() external {
        odd.behave(2, ann, 5);
        uint256 before = gasleft();
        _sellOdd();
        vm.assertTrue(before - gasleft() < 600_000);
    }

    function testFuzz_ACallWithLittleGasNeverSkipsTheRoyalty(uint256 gasLimit) external {
        odd.behave(0, ann, 5);
        odd.mint(sam, 1);
        bytes memory data = abi.encodeWithSignature(
            "safeTransferFrom(address,address,uint256,bytes)", sam, address(house), 1, abi.encode(_auctionRequest())
        );
        vm.recordLogs();
        vm.prank(sam);
        (bool success,) = address(odd).call{gas: within(gasLimit, 60_000, 300_000)}(data);
        if (success) vm.assertEq(_created().lot.royaltyBps, 500);
    }

    function _refused(AuctionRequest memory request, uint256 withData, bytes memory none, bytes memory reason) private {
        bytes memory data = withData == 1 ? abi.encode(request) : none;
        vm.expectRevert(reason);
        vm.prank(address(pieces));
        house.onERC721Received(ann, ann, 1, data);
    }
}

contract BidTest is AuctionFixture {
    function testFuzz_AnOutbidBidderIsRefundedAtOnce(uint256 first, uint256 second) external {
        Auction memory auction = _sellPiece();
        first = within(first, 1 ether, 900 ether);
        _bid(bob, auction, first);
        vm.assertEq(money.balanceOf(bob), 1_000 ether - first);
        uint256 least = first + (first * 500 + 9_999) / 10_000;
        vm.assertEq(_state(auction).leastBid, least);
        second = within(second, least, 1_000 ether);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.BidTooLow.selector, least - 1, least));
        _bid(cyr, auction, least - 1);
        _bid(cyr, auction, second);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
        vm.assertEq(money.balanceOf(address(house)), second);
        vm.assertEq(_state(auction).bidder, cyr);
    }

    function test_TheBidIncrementIsRoundedUp() external {
        AuctionRequest memory request = _auctionRequest();
        (request.reservePrice, request.raiseBps) = (1, 1);
        Auction memory auction = _sellPiece(request);
        _bid(bob, auction, 1);
        vm.assertEq(_state(auction).leastBid, 2);
    }

    function test_AHigherBidOfTheSameBidderCostsTheDifference() external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 600 ether);
        _bid(bob, auction, 900 ether);
        vm.assertEq(money.balanceOf(bob), 100 ether);
        vm.assertEq(money.balanceOf(address(house)), 900 ether);
    }

    function testFuzz_ALateBidExtendsTheAuction(uint256 left) external {
        Auction memory auction = _sellPiece();
        left = within(left, 1, 1 days);
        vm.warp(END - left);
        _bid(bob, auction, 1 ether);
        vm.assertEq(_state(auction).endsAt, left < 15 minutes ? block.timestamp + 15 minutes : END);
        vm.assertTrue((_state(auction).phase == AuctionPhase.MOVED) == (left < 15 minutes));
    }

    /// However many users bid in the last minutes, an auction ends at most 90 days after its start.
    function testFuzz_NoBidExtendsAnAuctionBeyondNinetyDays(uint256 left, uint256 startsIn) external {
        AuctionRequest memory request = _auctionRequest();
        request.startsAt = uint40(NOW + within(startsIn, 0, 366 days));
        uint256 last = request.startsAt + 90 days;
        request.endsAt = uint40(last - within(left, 0, 20 minutes));
        Auction memory auction = _sellPiece(request);
        uint256 amount = 1 ether;
        vm.warp(request.endsAt - 1);
        _bid(bob, auction, amount);
        uint256 end = _state(auction).endsAt;
        vm.assertEq(end, last < request.endsAt - 1 + 15 minutes ? last : request.endsAt - 1 + 15 minutes);
        for (uint256 i; i < 3; ++i) {
            vm.warp(_state(auction).endsAt - 1);
            amount *= 2;
            _bid(i % 2 == 0 ? cyr : bob, auction, amount);
        }
        vm.assertEq(_state(auction).endsAt, last);
        vm.warp(last);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionOver.selector, last, last));
        _bid(bob, auction, 100 ether);
        house.settle(auction.bidding, auction.lot);
        vm.assertEq(pieces.ownerOf(1), cyr);
    }

    function test_RevertWhen_TheBidIsTooEarlyOrTooLate() external {
        AuctionRequest memory request = _auctionRequest();
        request.startsAt = uint40(NOW + 1 hours);
        Auction memory auction = _sellPiece(request);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionNotStarted.selector, NOW + 1 hours, NOW));
        _bid(bob, auction, 1 ether);
        vm.warp(END);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionOver.selector, END, END));
        _bid(bob, auction, 1 ether);
    }

    function test_RevertWhen_TheBidExceedsTheStoredType() external {
        Auction memory auction = _sellPiece();
        uint256 most = type(uint88).max;
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.BidTooHigh.selector, most + 1, most));
        _bid(bob, auction, most + 1);
    }

    function test_RevertWhen_TheSellerMovedTheEndBeforeTheFirstBidWasMined() external {
        Auction memory auction = _sellPiece();
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 1 ether, END + 1);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.EndLaterThanSeen.selector, END + 1, END));
        vm.prank(bob);
        house.bid(auction.bidding, auction.lotHash, 1 ether, END);
        _bid(cyr, auction, 1 ether);
        vm.prank(bob);
        house.bid(auction.bidding, auction.lotHash, 2 ether, END);
    }

    function testFuzz_RevertWhen_AnyTermDiffers(uint256 word, uint256 bit) external {
        Auction memory auction = _sellPiece();
        bytes memory callData = abi.encodeCall(house.bid, (auction.bidding, auction.lotHash, 1 ether, LATE));
        (word, bit) = (within(word, 0, 4), within(bit, 0, 255));
        assembly ("memory-safe") {
            let at := add(add(callData, 0x24), mul(word, 0x20))
            mstore(at, xor(mload(at), shl(bit, 1)))
        }
        vm.prank(bob);
        (bool success,) = address(house).call(callData);
        vm.assertFalse(success);
    }

    function testFuzz_ARefusedRefundIsCreditedAndBlocksNobody(uint256 oddity, uint256 first, uint256 second)
        external
    {
        first = within(first, 1 ether, 400 ether);
        second = within(second, first + first / 20 + 1, 1_000 ether);
        Auction memory auction = _sellPiece();
        _bid(bob, auction, first);
        money.behave(OddMoney.Oddity(within(oddity, 1, 4)), bob, "");
        _bid(cyr, auction, second);
        vm.assertEq(house.creditOf(bob, address(money)), first);
        vm.assertEq(money.balanceOf(address(house)), first + second);

        money.behave(OddMoney.Oddity.NONE, bob, "");
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.NotClaimant.selector, cyr, bob));
        vm.prank(cyr);
        house.claimCredit(bob, address(money), cyr);
        house.claimCredit(bob, address(money), bob);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.CreditMissing.selector, bob, address(money)));
        house.claimCredit(bob, address(money), bob);
    }

    function test_ACreditIsPaidToTheAddressItsOwnerNames() external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        money.behave(OddMoney.Oddity.REFUSES, bob, "");
        _bid(cyr, auction, 2 ether);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.RecipientNotAllowed.selector, address(house)));
        vm.prank(bob);
        house.claimCredit(bob, address(money), address(house));
        vm.prank(bob);
        house.claimCredit(bob, address(money), carrier);
        vm.assertEq(money.balanceOf(carrier), 1 ether);
    }

    function test_ARefundThatBurnsGasCostsAtMostItsGasLimit() external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        money.behave(OddMoney.Oddity.BURNS_GAS, bob, "");
        uint256 before = gasleft();
        _bid(cyr, auction, 2 ether);
        vm.assertTrue(before - gasleft() < 600_000);
        vm.assertEq(house.creditOf(bob, address(money)), 1 ether);
    }

    function testFuzz_ACallWithLittleGasNeverTurnsARefundIntoACredit(uint256 gasLimit) external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        vm.prank(cyr);
        (bool success,) = address(house).call{gas: within(gasLimit, 30_000, 250_000)}(
            abi.encodeCall(house.bid, (auction.bidding, auction.lotHash, 2 ether, LATE))
        );
        vm.assertEq(house.creditOf(bob, address(money)), 0);
        vm.assertEq(money.balanceOf(bob), success ? 1_000 ether : 999 ether);
    }

    function test_RevertWhen_TheCurrencyTakesAFee() external {
        Auction memory auction = _sellPiece();
        money.behave(OddMoney.Oddity.TAKES_FEE, address(0), "");
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.BidNotReceived.selector, 1 ether - 1, 1 ether));
        _bid(bob, auction, 1 ether);
    }

    function test_RevertWhen_TheCurrencyDoesNotReportTheBalance() external {
        Auction memory auction = _sellPiece();
        // A contract that accepts every call and returns nothing.
        vm.etch(address(money), hex"00");
        vm.expectRevert(bytes(""));
        _bid(bob, auction, 1 ether);
        vm.etch(address(money), hex"63c0ffee0160005260046000fd");
        vm.expectRevert();
        _bid(bob, auction, 1 ether);
        vm.assertTrue(_state(auction).bidder == address(0));
    }

    /// Without the reentrancy guard the inner call would succeed: Bob has a credit to claim.
    function test_RevertWhen_ARefundReenters() external {
        Auction memory edition = _sellEdition(1);
        _bid(bob, edition, 1 ether);
        money.behave(OddMoney.Oddity.REFUSES, bob, "");
        _bid(cyr, edition, 2 ether);

        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        bytes memory entry = abi.encodeCall(house.claimCredit, (bob, address(money), bob));
        money.behave(OddMoney.Oddity.REENTERS, bob, entry);
        _bid(cyr, auction, 2 ether);
        vm.assertFalse(money.entered());
        vm.assertEq(house.creditOf(bob, address(money)), 1 ether);
        vm.assertEq(money.balanceOf(bob), 999 ether);
    }
}

contract EditAndCancelTest is AuctionFixture {
    function testFuzz_TheSellerEditsBeforeTheFirstBid(uint256 reserve, uint256 end) external {
        Auction memory auction = _sellPiece();
        (reserve, end) = (within(reserve, 1, type(uint88).max), within(end, NOW + 1, NOW + 90 days));
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, reserve, end);
        vm.assertEq(_state(auction).leastBid, reserve);
        vm.assertEq(_state(auction).endsAt, end);
    }

    function testFuzz_NoEditMovesTheEndBeyondNinetyDays(uint256 passed, uint256 beyond) external {
        AuctionRequest memory request = _auctionRequest();
        (request.startsAt, request.endsAt) = (uint40(NOW + 1 days), uint40(NOW + 61 days));
        Auction memory auction = _sellPiece(request);
        vm.warp(NOW + within(passed, 0, 60 days));
        uint256 last = NOW + 91 days;
        uint256 earliest = block.timestamp > NOW + 1 days ? block.timestamp : NOW + 1 days;
        beyond = within(beyond, last + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.EndNotAllowed.selector, beyond, earliest, last));
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 1 ether, beyond);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.EndNotAllowed.selector, earliest, earliest, last));
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 1 ether, earliest);
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 1 ether, last);
        vm.assertEq(_state(auction).endsAt, last);
    }

    function test_RevertWhen_TheEditorIsNotTheSellerOrTheAuctionIsOver() external {
        Auction memory auction = _sellPiece();
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.NotSeller.selector, owner, sam));
        vm.prank(owner);
        house.edit(auction.bidding, auction.lot, 1, END);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.NotSeller.selector, owner, sam));
        vm.prank(owner);
        house.cancel(auction.bidding, auction.lot);
        vm.warp(END);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionOver.selector, END, END));
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 1, END + 1);
    }

    function test_RevertWhen_TheAuctionHasABid() external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        bytes memory reason = abi.encodeWithSelector(IAuctionHouse.AuctionHasBid.selector, bob, 1 ether);
        vm.expectRevert(reason);
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 1, END);
        vm.expectRevert(reason);
        vm.prank(sam);
        house.cancel(auction.bidding, auction.lot);
    }

    function test_CancellingReturnsTheTokenAndTheSameTermsGetAnotherId() external {
        AuctionRequest memory request = _auctionRequest();
        request.startsAt = uint40(NOW + 1 hours);
        Auction memory auction = _sellPiece(request);
        vm.prank(sam);
        house.edit(auction.bidding, auction.lot, 2 ether, END);
        vm.prank(sam);
        house.cancel(auction.bidding, auction.lot);
        vm.assertEq(pieces.ownerOf(1), sam);
        Auction memory again = _sellPiece(request);
        vm.assertTrue(again.id != auction.id);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionNotOpen.selector, auction.id));
        vm.prank(sam);
        house.cancel(auction.bidding, auction.lot);
    }
}

contract SettleTest is AuctionFixture {
    function testFuzz_ThePriceIsSplitWithoutRemainder(uint256 price) external {
        Auction memory auction = _sellPiece();
        price = within(price, 1 ether, 1_000 ether);
        _bid(bob, auction, price);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionNotOver.selector, END, NOW));
        house.settle(auction.bidding, auction.lot);
        _settle(auction);
        vm.assertEq(pieces.ownerOf(1), bob);
        vm.assertEq(money.balanceOf(feeRecipient), price / 10);
        vm.assertEq(money.balanceOf(ann), price / 20);
        vm.assertEq(money.balanceOf(sam), price - price / 10 - price / 20);
        vm.assertEq(money.balanceOf(address(house)), 0);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.AuctionNotOpen.selector, auction.id));
        house.settle(auction.bidding, auction.lot);
    }

    function testFuzz_ASellingCreatorGetsPriceAndRoyaltyInOneTransfer(uint256 quantity) external {
        Auction memory auction = _sellEdition(quantity = within(quantity, 1, 100));
        _bid(bob, auction, 1 ether);
        vm.warp(END - 1);
        _bid(cyr, auction, 2 ether);
        _settle(auction);
        vm.assertEq(editions.balanceOf(cyr, 1), quantity);
        vm.assertEq(money.balanceOf(ann), 1.8 ether);
    }

    function test_WithoutABidTheTokenReturnsToTheSeller() external {
        Auction memory auction = _sellPiece();
        _settle(auction);
        vm.assertEq(pieces.ownerOf(1), sam);
    }

    function test_AWinnerThatCannotReceiveClaimsToAnotherAddressAndTheSellerIsPaid() external {
        Auction memory auction = _sellPiece();
        ContractBidder winner = new ContractBidder(false);
        _fund(address(winner));
        winner.act(address(house), abi.encodeCall(house.bid, (auction.bidding, auction.lotHash, 1 ether, LATE)));
        _settle(auction);
        vm.assertEq(money.balanceOf(sam), 0.85 ether);
        vm.assertEq(pieces.ownerOf(1), address(house));
        vm.assertTrue(_state(auction).phase == AuctionPhase.HELD);
        vm.assertEq(_state(auction).bidder, address(winner));

        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.NotClaimant.selector, cyr, address(winner)));
        vm.prank(cyr);
        house.claimToken(auction.bidding, auction.lot, cyr);
        vm.expectRevert();
        house.claimToken(auction.bidding, auction.lot, address(winner));
        winner.act(address(house), abi.encodeCall(house.claimToken, (auction.bidding, auction.lot, carrier)));
        vm.assertEq(pieces.ownerOf(1), carrier);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.TokenNotHeld.selector, auction.id));
        house.claimToken(auction.bidding, auction.lot, address(winner));
    }

    function testFuzz_NoCurrencyBlocksASettlement(uint256 oddity, uint256 amount) external {
        amount = within(amount, 1 ether, 1_000 ether);
        Auction memory auction = _sellPiece();
        _bid(bob, auction, amount);
        money.behave(OddMoney.Oddity(within(oddity, 1, 4)), address(0), "");
        _settle(auction);
        vm.assertEq(pieces.ownerOf(1), bob);
        (uint256 fee, uint256 royalty) = (amount / 10, amount / 20);
        vm.assertEq(house.creditOf(sam, address(money)), amount - fee - royalty);
        vm.assertEq(house.creditOf(ann, address(money)), royalty);
        vm.assertEq(house.creditOf(feeRecipient, address(money)), fee);
    }

    function test_ACallToMoneyWithoutCodePaysNobody() external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        vm.etch(address(money), "");
        _settle(auction);
        vm.assertEq(pieces.ownerOf(1), bob);
        vm.assertEq(house.creditOf(sam, address(money)), 0.85 ether);
    }

    // Runs as a transaction of its own: within the test's transaction, the auction's storage slot would count as new,
    // and its gas would be too high.
    /// forge-config: default.isolate = true
    /// forge-config: nightly.isolate = true
    function testFuzz_ACallWithLittleGasNeverWithholdsATokenFromAContractWallet(uint256 gasLimit) external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        vm.etch(bob, address(new HeavyWallet()).code);
        vm.warp(END);
        // With slightly too little gas the delivery would fail, with just enough left to record the NFT as held.
        (bool success,) = address(house).call{gas: within(gasLimit, 420_000, 620_000)}(
            abi.encodeCall(house.settle, (auction.bidding, auction.lot))
        );
        vm.assertEq(pieces.ownerOf(1), success ? bob : address(house));
        vm.assertEq(money.balanceOf(sam), success ? 0.85 ether : 0);
    }

    function testFuzz_ACallWithLittleGasNeverWithholdsATokenOrMoney(uint256 gasLimit) external {
        Auction memory auction = _sellPiece();
        _bid(bob, auction, 1 ether);
        vm.warp(END);
        (bool success,) = address(house).call{gas: within(gasLimit, 50_000, 700_000)}(
            abi.encodeCall(house.settle, (auction.bidding, auction.lot))
        );
        vm.assertEq(pieces.ownerOf(1), success ? bob : address(house));
        vm.assertEq(money.balanceOf(sam), success ? 0.85 ether : 0);
        vm.assertEq(house.creditOf(sam, address(money)), 0);
    }
}

contract HouseOwnerTest is AuctionFixture {
    function test_APauseStopsOnlyNewAuctions() external {
        Auction memory auction = _sellPiece();
        vm.prank(owner);
        house.setPaused(true);
        vm.assertTrue(house.isPaused());
        _bid(bob, auction, 1 ether);
        _settle(auction);
        vm.assertEq(pieces.ownerOf(1), bob);
    }

    function test_AChangedFeeAppliesToLaterAuctionsOnly() external {
        Auction memory auction = _sellPiece();
        vm.prank(owner);
        house.setFee(carrier, 0);
        vm.prank(owner);
        house.setCurrency(address(money), false);
        _bid(bob, auction, 1 ether);
        _settle(auction);
        vm.assertEq(money.balanceOf(feeRecipient), 0.1 ether);
        vm.assertEq(house.feeRecipient(), carrier);
        vm.assertEq(house.feeBps(), 0);
        vm.assertFalse(house.isCurrency(address(money)));
    }

    function test_RevertWhen_AnAdminValueExceedsItsLimit() external {
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.FeeTooHigh.selector, 1_001, 1_000));
        vm.prank(owner);
        house.setFee(owner, 1_001);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.RecipientNotAllowed.selector, address(0)));
        vm.prank(owner);
        house.setFee(address(0), 1);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.RecipientNotAllowed.selector, address(house)));
        vm.prank(owner);
        house.setFee(address(house), 1);
        vm.expectRevert(abi.encodeWithSelector(IAuctionHouse.CurrencyMissing.selector, bob));
        vm.prank(owner);
        house.setCurrency(bob, true);
        vm.expectRevert(IAuctionHouse.OwnershipNotRenounceable.selector);
        house.renounceOwnership();
    }

    function testFuzz_RevertWhen_TheCallerIsNotTheOwner(address caller) external {
        vm.assume(caller != owner);
        bytes memory reason = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller);
        vm.expectRevert(reason);
        vm.prank(caller);
        house.setFee(caller, 0);
        vm.expectRevert(reason);
        vm.prank(caller);
        house.setPaused(true);
        vm.expectRevert(reason);
        vm.prank(caller);
        house.setCurrency(caller, false);
    }

    function test_TheAuctionHouseReportsTheInterfacesItSupports() external view {
        vm.assertTrue(house.supportsInterface(0x01ffc9a7));
        vm.assertTrue(house.supportsInterface(0x150b7a02));
        vm.assertTrue(house.supportsInterface(0x4e2312e0));
        vm.assertFalse(house.supportsInterface(0xffffffff));
    }
}
