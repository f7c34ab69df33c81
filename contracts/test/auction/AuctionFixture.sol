// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AuctionHouse} from "../../src/auction/AuctionHouse.sol";
import {AuctionRequest, AuctionState, Bidding, IAuctionHouse, Lot} from "../../src/auction/IAuctionHouse.sol";
import {person, Vm, vm} from "../base/Vm.sol";
import {CollectionFixture} from "../collection/CollectionFixture.sol";
import {OddMoney, OddPieces} from "./Hostile.sol";

/// @dev An auction house with a fee of 10 %, one currency, Ann's collections (royalty 5 % to her), and bidders with
/// money.
abstract contract AuctionFixture is CollectionFixture {
    uint256 internal constant END = NOW + 1 days;
    uint256 internal constant LATE = type(uint256).max;

    AuctionHouse internal house;
    OddMoney internal money;
    OddPieces internal odd;
    address internal owner = person("house owner");
    address internal feeRecipient = person("fee recipient");
    address internal sam = person("sam");
    address internal cyr = person("cyr");

    struct Auction {
        bytes32 id;
        bytes32 lotHash;
        Bidding bidding;
        Lot lot;
    }

    function setUp() public virtual override {
        super.setUp();
        odd = new OddPieces();
        _fund(bob);
        _fund(cyr);
    }

    function _escrow() internal override returns (address) {
        money = new OddMoney();
        address[] memory currencies = new address[](1);
        currencies[0] = address(money);
        house = new AuctionHouse(owner, feeRecipient, 1_000, currencies);
        return address(house);
    }

    function _fund(address account) internal {
        money.mint(account, 1_000 ether);
        vm.prank(account);
        money.approve(address(house), type(uint256).max);
    }

    function _auctionRequest() internal view returns (AuctionRequest memory) {
        return AuctionRequest(address(money), 1 ether, 0, uint40(END), 0, "memo");
    }

    /// @dev Ann is the creator of the token, Sam sells it.
    function _sellPiece(AuctionRequest memory request) internal returns (Auction memory) {
        if (pieces.digestOf(1) == 0) {
            _mint(pieces, _request(1, 1));
            vm.prank(ann);
            pieces.transferFrom(ann, sam, 1);
        }
        vm.recordLogs();
        vm.prank(sam);
        pieces.safeTransferFrom(sam, address(house), 1, abi.encode(request));
        return _created();
    }

    function _sellPiece() internal returns (Auction memory) {
        return _sellPiece(_auctionRequest());
    }

    function _sellOdd() internal returns (Auction memory) {
        odd.mint(sam, 1);
        vm.recordLogs();
        vm.prank(sam);
        odd.safeTransferFrom(sam, address(house), 1, abi.encode(_auctionRequest()));
        return _created();
    }

    function _sellEdition(uint256 quantity) internal returns (Auction memory) {
        if (editions.digestOf(1) == 0) _mint(editions, _request(1, 100));
        vm.recordLogs();
        vm.prank(ann);
        editions.safeTransferFrom(ann, address(house), 1, quantity, abi.encode(_auctionRequest()));
        return _created();
    }

    /// @dev The terms as the follower reads them: from the event.
    function _created() internal returns (Auction memory auction) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != IAuctionHouse.AuctionCreated.selector) continue;
            auction.id = logs[i].topics[1];
            (auction.lotHash,,, auction.bidding, auction.lot) =
                abi.decode(logs[i].data, (bytes32, uint256, bytes32, Bidding, Lot));
        }
    }

    function _bid(address who, Auction memory auction, uint256 amount) internal {
        vm.prank(who);
        house.bid(auction.bidding, auction.lotHash, amount, LATE);
    }

    function _settle(Auction memory auction) internal {
        vm.warp(_state(auction).endsAt);
        house.settle(auction.bidding, auction.lot);
    }

    function _state(Auction memory auction) internal view returns (AuctionState memory) {
        return house.auctionOf(auction.bidding, auction.lotHash);
    }
}
