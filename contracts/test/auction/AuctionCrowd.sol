// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection1155} from "../../src/collection/Collection1155.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {AuctionRequest} from "../../src/auction/IAuctionHouse.sol";
import {Crowd} from "../base/Campaign.sol";
import {person, vm, within} from "../base/Vm.sol";
import {AuctionFixture} from "./AuctionFixture.sol";
import {ContractBidder, OddMoney} from "./Hostile.sol";

/// @dev Actors who sell, bid, edit, cancel, settle and claim at random while money freezes, the auction house pauses
/// and fees change; beside them a plain model of the expected state, written from the rules and not from the code.
contract AuctionCrowd is AuctionFixture, Crowd {
    enum Fate {
        OPEN,
        HELD,
        HOME,
        WON
    }

    struct Model {
        address seller;
        bool edition;
        uint256 tokenId;
        uint256 quantity;
        uint256 amount;
        uint256 end;
        uint256 lastEnd;
        address bidder;
        uint256 royaltyBps;
        uint256 feeBps;
        uint256 raiseBps;
        Fate fate;
    }

    Auction[] internal _auctions;
    Model[] internal _models;
    address[] public people;
    mapping(address account => uint256) public owned;
    mapping(address account => uint256) public credit;
    mapping(address account => uint256) public units;
    address public frozen;
    uint256 public fee = 1_000;
    uint256 internal _lastPiece;
    /// @dev Counts of events that must never happen.
    uint256 public createdWhilePaused;
    uint256 public settlementsBlocked;
    uint256 public touchedAfterBid;
    uint256 public revived;
    uint256 public intrusions;
    uint256 public fellOrShortened;
    uint256 public rightBidsRefused;

    function setUp() public override(AuctionFixture, Crowd) {}

    constructor() {
        AuctionFixture.setUp();
        people = [sam, ann, bob, cyr, address(new ContractBidder(false)), feeRecipient];
        _shareEditions();
        for (uint256 i = 2; i < 5; ++i) {
            money.mint(people[i], 1e24);
            vm.prank(people[i]);
            money.approve(address(house), type(uint256).max);
            owned[people[i]] = money.balanceOf(people[i]);
        }
    }

    function _shareEditions() private {
        _mint(editions, _request(1, 1e12));
        vm.prank(ann);
        editions.safeTransferFrom(ann, sam, 1, 5e11, "");
        (units[ann], units[sam]) = (5e11, 5e11);
    }

    function count() external view returns (uint256) {
        return _models.length;
    }

    function model(uint256 index) external view returns (Model memory) {
        return _models[index];
    }

    function auction(uint256 index) external view returns (Auction memory) {
        return _auctions[index];
    }

    function moneyBalance(address account) external view returns (uint256) {
        return money.balanceOf(account);
    }

    function houseAddress() external view returns (address) {
        return address(house);
    }

    function moneyAddress() external view returns (address) {
        return address(money);
    }

    function supply() external view returns (uint256) {
        return money.totalSupply();
    }

    function state(uint256 index)
        external
        view
        returns (uint8 phase, address bidder, uint256 amount, uint256 end, uint256 least)
    {
        Auction memory one = _auctions[index];
        (phase, bidder) = (uint8(_state(one).phase), _state(one).bidder);
        (amount, end, least) = (_state(one).amount, _state(one).endsAt, _state(one).leastBid);
    }

    function houseCredit(address account) external view returns (uint256) {
        return house.creditOf(account, address(money));
    }

    function holderOf(uint256 tokenId) external view returns (address) {
        return odd.ownerOf(tokenId);
    }

    function unitsOf(address account) external view returns (uint256) {
        return editions.balanceOf(account, 1);
    }

    /// @dev An open auction (if `fresh`, before its end and without a bid); in one of eight cases any auction.
    function _pick(uint256 seed, bool fresh) private view returns (uint256 index) {
        uint256 length = _models.length;
        index = seed / 8 % length;
        if (seed % 8 == 0) return index;
        for (uint256 i; i < length; ++i) {
            uint256 other = addmod(index, i, length);
            Model storage m = _models[other];
            if (m.fate != Fate.OPEN) continue;
            if (!fresh || (m.bidder == address(0) && m.end > block.timestamp)) return other;
        }
    }

    function create(uint256 seed, uint256 reserve, uint256 duration, uint256 raise) public {
        seed = _mixed(seed);
        if (house.isPaused() && seed % 8 != 0) {
            vm.prank(owner);
            house.setPaused(false);
        }
        ++calls;
        bool edition = seed / 8 % 3 == 0;
        AuctionRequest memory request = _auctionRequest();
        request.reservePrice = within(reserve, 1, 1_000 ether);
        // In one of four cases so long that late bids cannot extend it.
        request.endsAt = uint40(
            block.timestamp
                + (seed / 5 % 4 == 0
                    ? within(duration, 90 days - 20 minutes, 90 days)
                    : within(duration, 1 minutes, 2 days))
        );
        request.raiseBps = uint16(within(raise, 1, 5_000));
        address seller = people[seed / 3 % 2];
        uint256 id = edition ? 1 : ++_lastPiece;
        uint256 quantity = edition ? within(seed, 1, 9) : 1;
        uint256 percent = seed / 7 % 80;
        odd.behave(0, ann, percent);
        if (!edition) odd.mint(seller, id);
        vm.recordLogs();
        bytes memory data = abi.encode(request);
        vm.prank(seller);
        (bool success,) = edition
            ? address(editions)
                .call(abi.encodeCall(editions.safeTransferFrom, (seller, address(house), 1, quantity, data)))
            : address(odd).call(abi.encodeWithSelector(0xb88d4fde, seller, address(house), id, data));
        if (house.isPaused()) {
            if (success) ++createdWhilePaused;
            return;
        }
        if (!success) return;
        ++successes;
        if (edition) units[seller] -= quantity;
        _models.push(
            Model(
                seller,
                edition,
                id,
                quantity,
                request.reservePrice,
                request.endsAt,
                block.timestamp + 90 days,
                address(0),
                edition ? 500 : (percent > 50 ? 50 : percent) * 100,
                fee,
                request.raiseBps,
                Fate.OPEN
            )
        );
        _auctions.push(_created());
    }

    function bid(uint256 seed, uint256 who, uint256 above, uint256 wait) public {
        seed = _mixed(seed);
        if (_models.length == 0) return create(seed, who, above, wait);
        uint256 index = _pick(seed, false);
        Model storage m = _models[index];
        if (seed % 8 != 0 && (m.fate != Fate.OPEN || m.end <= block.timestamp)) return create(seed, who, above, wait);
        address bidder = people[within(who, 2, 4)];
        uint256 least = m.bidder == address(0) ? m.amount : m.amount + (m.amount * m.raiseBps + 9_999) / 10_000;
        bool tooLow = seed % 16 == 1 && m.amount > 0;
        uint256 amount = tooLow ? least - 1 : least + above % (least / 4 + 1);
        bool open = m.fate == Fate.OPEN;
        // Mostly before the end, often in the last minutes.
        if (open && m.end > block.timestamp) vm.warp(block.timestamp + wait % (m.end - block.timestamp));
        uint256 pulled = bidder == m.bidder ? amount - (tooLow ? 0 : m.amount) : amount;
        bool right = open && block.timestamp < m.end && !tooLow && owned[bidder] >= pulled;
        ++calls;
        Auction memory one = _auctions[index];
        vm.prank(bidder);
        try house.bid(one.bidding, one.lotHash, amount, LATE) {
            ++successes;
            if (!right) ++fellOrShortened;
            if (!open) ++revived;
            owned[bidder] -= pulled;
            if (m.bidder != address(0) && m.bidder != bidder) _receive(m.bidder, m.amount);
            (m.bidder, m.amount) = (bidder, amount);
            uint256 end = _state(one).endsAt;
            if (end < m.end) ++fellOrShortened;
            if (m.end < block.timestamp + 15 minutes) m.end = block.timestamp + 15 minutes;
            if (m.end > m.lastEnd) m.end = m.lastEnd;
        } catch {
            if (right) ++rightBidsRefused;
        }
    }

    function bidAgain(uint256 seed, uint256 who, uint256 above, uint256 wait) external {
        bid(~seed, who, above, wait);
    }

    function edit(uint256 seed, uint256 reserve, uint256 duration) external {
        seed = _mixed(seed);
        if (_models.length == 0) return;
        uint256 index = _pick(seed, true);
        Model storage m = _models[index];
        if (seed % 8 != 0 && (m.bidder != address(0) || m.fate != Fate.OPEN || m.end <= block.timestamp)) {
            return create(seed, reserve, duration, seed);
        }
        reserve = within(reserve, 1, 1_000 ether);
        uint256 end = block.timestamp + within(duration, 1 minutes, 2 days);
        Auction memory one = _auctions[index];
        if (one.bidding.startsAt > block.timestamp) return;
        ++calls;
        address caller = seed % 16 == 2 ? owner : m.seller;
        vm.prank(caller);
        try house.edit(one.bidding, one.lot, reserve, end) {
            ++successes;
            if (m.bidder != address(0)) ++touchedAfterBid;
            if (m.fate != Fate.OPEN) ++revived;
            if (caller != m.seller) ++intrusions;
            (m.amount, m.end) = (reserve, end);
        } catch {}
    }

    function cancel(uint256 seed) external {
        seed = _mixed(seed);
        if (_models.length == 0) return;
        uint256 index = _pick(seed, true);
        Model storage m = _models[index];
        if (seed % 8 != 0 && (m.bidder != address(0) || m.fate != Fate.OPEN)) return create(seed, seed, seed, seed);
        Auction memory one = _auctions[index];
        ++calls;
        address caller = seed % 16 == 2 ? owner : m.seller;
        vm.prank(caller);
        try house.cancel(one.bidding, one.lot) {
            ++successes;
            if (m.bidder != address(0)) ++touchedAfterBid;
            if (m.fate != Fate.OPEN) ++revived;
            if (caller != m.seller) ++intrusions;
            m.fate = Fate.HOME;
            if (m.edition) units[m.seller] += m.quantity;
        } catch {}
    }

    function settle(uint256 seed) external {
        seed = _mixed(seed);
        if (_models.length == 0) return;
        uint256 index = _pick(seed, false);
        Model storage m = _models[index];
        Auction memory one = _auctions[index];
        if (seed % 16 > 2 && m.fate == Fate.OPEN && block.timestamp < m.end) vm.warp(m.end);
        bool right = m.fate == Fate.OPEN && block.timestamp >= m.end;
        ++calls;
        try house.settle(one.bidding, one.lot) {
            ++successes;
            if (!right) ++revived;
            _settled(m);
        } catch {
            if (right) ++settlementsBlocked;
        }
    }

    function _settled(Model storage m) private {
        if (m.bidder == address(0)) {
            m.fate = Fate.HOME;
            if (m.edition) units[m.seller] += m.quantity;
            return;
        }
        uint256 toHouse = m.amount * m.feeBps / 10_000;
        uint256 toAnn = m.amount * m.royaltyBps / 10_000;
        _receive(feeRecipient, toHouse);
        _receive(ann, toAnn);
        _receive(m.seller, m.amount - toHouse - toAnn);
        // The contract among the bidders cannot receive NFTs of either kind.
        m.fate = m.bidder == people[4] ? Fate.HELD : Fate.WON;
        if (m.edition && m.fate == Fate.WON) units[m.bidder] += m.quantity;
    }

    function claimToken(uint256 seed) external {
        seed = _mixed(seed);
        if (_models.length == 0) return;
        for (uint256 i; i < _models.length; ++i) {
            uint256 index = addmod(seed, i, _models.length);
            Model storage m = _models[index];
            if (m.fate != Fate.HELD) continue;
            Auction memory one = _auctions[index];
            ++calls;
            address caller = seed % 4 == 1 ? owner : m.bidder;
            vm.prank(caller);
            try house.claimToken(one.bidding, one.lot, cyr) {
                ++successes;
                if (caller != m.bidder) ++intrusions;
                (m.fate, m.bidder) = (Fate.WON, cyr);
                if (m.edition) units[cyr] += m.quantity;
            } catch {}
            return;
        }
    }

    function claimCredit(uint256 seed) external {
        seed = _mixed(seed);
        for (uint256 i; i < people.length; ++i) {
            address account = people[addmod(seed, i, people.length)];
            if (credit[account] == 0) continue;
            ++calls;
            bool away = seed % 4 == 1;
            vm.prank(owner);
            try house.claimCredit(account, address(money), away ? owner : account) {
                ++successes;
                if (away || account == frozen) ++intrusions;
                (owned[account], credit[account]) = (owned[account] + credit[account], 0);
            } catch {}
            return;
        }
    }

    /// @dev One account can no longer receive money, or all can again.
    function freeze(uint256 seed) external {
        frozen = seed % 3 == 0 ? address(0xdead) : people[seed / 3 % people.length];
        money.behave(OddMoney.Oddity(within(seed / 100, 1, 2)), frozen, "");
    }

    /// @dev The owner changes any setting, and mostly keeps auctions unpaused.
    function govern(uint256 seed) external {
        fee = within(seed, 0, 1_000);
        vm.prank(owner);
        house.setFee(feeRecipient, uint16(fee));
        vm.prank(owner);
        house.setPaused(seed % 8 == 7);
    }

    function _receive(address account, uint256 amount) private {
        if (account == frozen) credit[account] += amount;
        else owned[account] += amount;
    }
}
