// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Life, Pairing} from "../../src/breeding/BreedingRecords.sol";
import {OddMoney} from "../auction/Hostile.sol";
import {Crowd} from "../base/Campaign.sol";
import {vm, within} from "../base/Vm.sol";
import {BreedingFixture} from "./BreedingFixture.sol";
import {hashOf, remember} from "./History.sol";

/// @dev Actors who breed, offer, move, auction, keep, hatch, give up and claim at random while blocks pass, money
/// freezes and owner and creator change settings; beside them a plain model of the expected state, written from the
/// rules.
contract BreedingCrowd is BreedingFixture, Crowd {
    enum Fate {
        EXPECTED,
        HATCHED,
        LOST
    }

    struct Token {
        uint256 id;
        address owner;
        bool isChild;
        uint256 mother;
        uint256 father;
        uint256 genes;
        uint256 generation;
        uint256 uses;
        uint256 readyAt;
        uint256 expecting;
        uint256 movedAt;
        uint256 price;
        uint256 offeredUntil;
    }

    struct Birth {
        uint256 matron;
        uint256 sire;
        address breeder;
        uint256 fee;
        uint256 feeBps;
        uint256 target;
        uint256 readyAt;
        bytes32 blockHash;
        Fate fate;
    }

    Token[] internal _tokens;
    /// @dev The index of a breeding is its id minus one.
    Birth[] internal _births;
    address[] public people;
    address public frozen = address(0xdead);
    mapping(address account => uint256) public owned;
    mapping(address account => uint256) public credit;
    uint256 public base = BASE;
    uint256 public share = 1_000;
    bool public paused;
    bool public closed;
    /// @dev The number of block hashes that the chain provides.
    uint256 public remembered = 256;
    bytes32 public nextRoot;

    uint256 public intrusions;
    uint256 public relativesBred;
    uint256 public tiredBred;
    uint256 public offersOverused;
    uint256 public bredWhileStopped;
    uint256 public hatchedWrongly;
    uint256 public lostWrongly;
    uint256 public rightRefused;
    uint256 public rootsSpoiled;

    function setUp() public override(BreedingFixture, Crowd) {}

    constructor() {
        BreedingFixture.setUp();
        people = [bob, cyr, ann, feeRecipient, house];
        for (uint256 i; i < 2; ++i) {
            money.mint(people[i], 1e24);
            owned[people[i]] = money.balanceOf(people[i]);
        }
        for (uint256 i; i < 6; ++i) {
            Token storage token = _tokens.push();
            (token.id, token.owner, token.genes, token.movedAt) = (i + 1, i < 3 ? bob : cyr, _genes(i), NOW);
        }
    }

    function tokenCount() external view returns (uint256) {
        return _tokens.length;
    }

    function tokenAt(uint256 index) external view returns (Token memory) {
        return _tokens[index];
    }

    function birthCount() external view returns (uint256) {
        return _births.length;
    }

    function birthAt(uint256 index) external view returns (Birth memory) {
        return _births[index];
    }

    function lifeOf(uint256 tokenId) external view returns (Life memory) {
        return _life(tokenId);
    }

    function pairingOf(uint256 id) external view returns (Pairing memory) {
        return _pairing(id);
    }

    function offerOf(uint256 tokenId) external view returns (address offerer, uint256 price) {
        return (breeding.siringOf(address(pieces), tokenId).owner, breeding.siringOf(address(pieces), tokenId).price);
    }

    function holderOf(uint256 tokenId) external view returns (address) {
        return pieces.ownerOf(tokenId);
    }

    function balanceOf(address account) external view returns (uint256) {
        return money.balanceOf(account);
    }

    function supply() external view returns (uint256) {
        return money.totalSupply();
    }

    function creditThere(address account) external view returns (uint256) {
        return breeding.creditOf(account);
    }

    function contractAddress() external view returns (address) {
        return address(breeding);
    }

    /// @dev Whether the model regards two tokens, given by index, as relatives; each is a relative of itself.
    function related(uint256 one, uint256 other) public view returns (bool) {
        (Token storage a, Token storage b) = (_tokens[one], _tokens[other]);
        if (one == other) return true;
        if (a.isChild && (a.mother == b.id || a.father == b.id)) return true;
        if (b.isChild && (b.mother == a.id || b.father == a.id)) return true;
        if (!a.isChild || !b.isChild) return false;
        return a.mother == b.mother || a.mother == b.father || a.father == b.mother || a.father == b.father;
    }

    function offered(uint256 index) public view returns (bool) {
        return _tokens[index].offeredUntil > block.timestamp;
    }

    /// @dev Mostly a pair that can breed, after both have rested; otherwise any pair.
    function breed(uint256 seed) public {
        seed = _mixed(seed);
        bool wild = seed % 8 == 0;
        uint256 m = seed / 8 % _tokens.length;
        uint256 s = seed / 512 % _tokens.length;
        if (!wild) {
            bool found;
            (found, m, s) = _fitPair(m, s, seed / 1e9 % 6 == 0);
            if (!found) return _takeHome(seed);
            // Sometimes a pair that could breed meets a paused contract or a closed collection.
            if ((paused || closed) && seed / 1e12 % 4 != 0) _letOn();
            if (_tokens[m].readyAt > block.timestamp) vm.warp(_tokens[m].readyAt);
            if (_tokens[s].readyAt > block.timestamp) vm.warp(_tokens[s].readyAt);
        }
        address caller = seed / 1e6 % 16 == 0 ? people[seed / 1e7 % 5] : _tokens[m].owner;
        _breedAs(caller, m, s, seed / 1e8 % 16 == 0);
    }

    function _breedAs(address caller, uint256 m, uint256 s, bool stingy) private {
        (Token storage matron, Token storage sire) = (_tokens[m], _tokens[s]);
        bool own = matron.owner == sire.owner;
        bool fit = matron.expecting + sire.expecting == 0 && matron.uses < 7 && sire.uses < 7
            && matron.readyAt <= block.timestamp && sire.readyAt <= block.timestamp;
        uint256 fee = fit ? base * (_step(matron.uses) + _step(sire.uses)) : 0;
        uint256 price = own ? 0 : sire.price;
        // A caller who must be refused accepts any cost, so that the price is not the reason.
        uint256 most = !fit ? type(uint256).max : stingy && fee + price > 0 ? fee + price - 1 : fee + price;
        bool right = fit && caller == matron.owner && caller != house && !related(m, s) && (own || offered(s))
            && most == fee + price && !paused && !closed;
        ++calls;
        vm.prank(caller);
        try breeding.breed(address(pieces), matron.id, sire.id, most) returns (uint256 id) {
            ++successes;
            if (caller != matron.owner || most < fee + price) ++intrusions;
            if (related(m, s)) ++relativesBred;
            if (!fit) ++tiredBred;
            if (!own && !offered(s)) ++offersOverused;
            if (paused || closed) ++bredWhileStopped;
            if (id != _births.length + 1) ++hatchedWrongly;
            if (!own) sire.offeredUntil = 0;
            owned[caller] -= fee + price;
            _receive(feeRecipient, price * share / 10_000);
            _receive(sire.owner, price - price * share / 10_000);
            _noteBirth(caller, matron, sire, fee);
        } catch {
            if (right) ++rightRefused;
        }
    }

    function _noteBirth(address breeder, Token storage matron, Token storage sire, uint256 fee) private {
        matron.readyAt = block.timestamp + _rest(matron);
        sire.readyAt = block.timestamp + _rest(sire);
        ++matron.uses;
        ++sire.uses;
        matron.expecting = _births.length + 1;
        _births.push(
            Birth(matron.id, sire.id, breeder, fee, share, block.number + 1, matron.readyAt, bytes32(0), Fate.EXPECTED)
        );
        // This breeding may have recorded hashes of earlier ones: each must be the right one.
        for (uint256 i; i + 1 < _births.length; ++i) {
            _noteHash(i);
        }
    }

    function breedAgain(uint256 seed) external {
        breed(~seed);
    }

    function keep(uint256 seed) external {
        seed = _mixed(seed);
        (bool found, uint256 index) = _expected(seed);
        if (!found) return breed(seed);
        Birth storage birth = _births[index];
        if (birth.fate == Fate.EXPECTED && block.number <= birth.target) vm.roll(birth.target + 1);
        bool right = birth.fate == Fate.EXPECTED && (birth.blockHash != 0 || block.number <= birth.target + remembered);
        ++calls;
        try breeding.keep(index + 1) {
            ++successes;
            _noteHash(index);
            if (!right) ++hatchedWrongly;
        } catch {
            if (right) ++rightRefused;
        }
    }

    function hatch(uint256 seed) public {
        seed = _mixed(seed);
        (bool found, uint256 index) = _expected(seed);
        if (!found) return breed(seed);
        Birth storage birth = _births[index];
        if (seed % 8 != 1) {
            if (block.timestamp < birth.readyAt) vm.warp(birth.readyAt);
            if (block.number <= birth.target) vm.roll(birth.target + 1);
        }
        Token storage matron = _tokens[_placeOf(birth.matron)];
        if (seed % 8 > 2 && matron.owner == house) _moveTo(matron, people[seed / 16 % 2]);
        // The block was missed: closes the breeding instead.
        if (seed % 8 > 2 && _missed(birth)) return lose(8 * (seed / 8) + 2);
        bool right = birth.fate == Fate.EXPECTED && block.timestamp >= birth.readyAt && matron.owner != house
            && (birth.blockHash != 0 || (block.number > birth.target && block.number <= birth.target + remembered));
        bool forged = seed / 64 % 16 == 3;
        uint256 id = index + 1;
        bytes memory signature = _signBirth(forged ? "owner" : "operator", id, DIGEST);
        bytes32[] memory proof = _proof(id);
        ++calls;
        vm.prank(people[seed / 4096 % 5]);
        try breeding.hatch(id, _secret(id), proof, DIGEST, signature) returns (uint256 childId) {
            ++successes;
            if (!right || forged) ++hatchedWrongly;
            _noteHash(index);
            _noteChild(index, childId, matron);
        } catch {
            if (right && !forged) ++rightRefused;
        }
    }

    function hatchAgain(uint256 seed) external {
        hatch(~seed);
    }

    function _noteChild(uint256 index, uint256 childId, Token storage matron) private {
        Birth storage birth = _births[index];
        Token storage sire = _tokens[_placeOf(birth.sire)];
        birth.fate = Fate.HATCHED;
        matron.expecting = 0;
        Token memory child;
        (child.id, child.owner, child.isChild, child.mother, child.father) =
        (childId, matron.owner, true, birth.matron, birth.sire);
        child.generation = (matron.generation > sire.generation ? matron.generation : sire.generation) + 1;
        uint256 draw = uint256(keccak256(abi.encode(index + 1, birth.blockHash, _secret(index + 1))));
        child.genes = breeding.mix(matron.genes, sire.genes, draw, TRAITS, COUNTS);
        _tokens.push(child);
        _paidOut(birth);
    }

    function giveUp(uint256 seed) external {
        lose(_mixed(seed));
    }

    function lose(uint256 seed) public {
        (bool found, uint256 index) = _expected(seed);
        if (!found) return breed(seed);
        Birth storage birth = _births[index];
        Token storage matron = _tokens[_placeOf(birth.matron)];
        uint256 lostAt = _lostAt(birth, matron);
        // Waits a year only rarely: most other breedings would be over by then.
        bool patient = lostAt < block.timestamp + 30 days || seed / 8 % 8 == 0;
        if (birth.fate == Fate.EXPECTED && seed % 8 == 1 && patient) {
            vm.warp(lostAt > block.timestamp ? lostAt : block.timestamp);
        } else if (birth.fate == Fate.EXPECTED && seed % 8 == 2) {
            vm.roll(block.number + (seed / 8 % 2 == 0 ? 257 : 8_192));
        } else if (seed % 8 > 4) {
            return hatch(seed);
        }
        bool right = birth.fate == Fate.EXPECTED && (_missed(birth) || block.timestamp >= lostAt);
        ++calls;
        vm.prank(people[seed / 64 % 5]);
        try breeding.lose(index + 1) {
            ++successes;
            if (!right) ++lostWrongly;
            birth.fate = Fate.LOST;
            matron.expecting = 0;
            _receive(birth.breeder, birth.fee);
        } catch {
            if (right) ++rightRefused;
        }
    }

    function _missed(Birth storage birth) private view returns (bool) {
        return birth.blockHash == 0 && block.number > birth.target + remembered;
    }

    function _lostAt(Birth storage birth, Token storage matron) private view returns (uint256) {
        uint256 last = birth.readyAt + 365 days;
        uint256 since = birth.readyAt > matron.movedAt ? birth.readyAt : matron.movedAt;
        return matron.owner == house || since + 7 days > last ? last : since + 7 days;
    }

    /// @dev The operator or the owner, even with a stolen key, tries to change roots; the first batch is in use.
    function root(uint256 seed) external {
        seed = _mixed(seed);
        if (_births.length == 0) return breed(seed);
        bool isOwner = seed % 2 == 0;
        uint256 batch = seed / 2 % 3;
        address caller = seed / 8 % 8 == 0 ? people[seed / 64 % 5] : isOwner ? owner : operator;
        bool due = isOwner ? batch == 1 && nextRoot != 0 : nextRoot == 0;
        bool right = due && caller == (isOwner ? owner : operator);
        bytes32 fresh = bytes32(seed | 1);
        if (right) ++calls;
        vm.prank(caller);
        (bool success,) = address(breeding)
            .call(
                isOwner
                    ? abi.encodeCall(breeding.replaceRoot, (batch, fresh))
                    : abi.encodeCall(breeding.commit, (fresh))
            );
        if (success != right) ++rootsSpoiled;
        if (success) (successes, nextRoot) = (successes + 1, fresh);
    }

    /// @dev Whether the contract's roots equal the model's: the first one never changes, and at most one follows it.
    function rootsHold() external view returns (bool) {
        if (breeding.rootOf(0) != _root() || rootsSpoiled != 0) return false;
        return nextRoot == 0 ? breeding.batchCount() == 1 : breeding.batchCount() == 2 && breeding.rootOf(1) == nextRoot;
    }

    function offer(uint256 seed, uint96 price) external {
        seed = _mixed(seed);
        uint256 index = seed / 8 % _tokens.length;
        Token storage token = _tokens[index];
        if (closed && seed % 8 != 0) _letOn();
        price %= 10 ether;
        uint256 end = block.timestamp + within(seed / 64, 1, 3 days);
        bool far = seed / 16 % 16 == 3;
        if (far) end = seed / 64 % 2 == 0 ? type(uint40).max : block.timestamp + 365 days + 1;
        address caller = seed % 8 == 1 ? people[seed / 1e6 % 5] : token.owner;
        ++calls;
        vm.prank(caller);
        try breeding.offerSiring(address(pieces), token.id, price, uint40(end)) {
            ++successes;
            if (caller != token.owner) ++intrusions;
            if (closed || far) ++bredWhileStopped;
            (token.price, token.offeredUntil) = (price, end);
        } catch {
            if (caller == token.owner && !closed && !far) ++rightRefused;
        }
    }

    function withdraw(uint256 seed) external {
        seed = _mixed(seed);
        uint256 index = seed / 8 % _tokens.length;
        for (uint256 i; i < _tokens.length && !offered(index); ++i) {
            index = (index + 1) % _tokens.length;
        }
        Token storage token = _tokens[index];
        if (!offered(index)) return breed(seed);
        address caller = seed % 8 == 1 ? people[seed / 1e6 % 5] : token.owner;
        ++calls;
        vm.prank(caller);
        try breeding.withdrawSiring(address(pieces), token.id) {
            ++successes;
            if (caller != token.owner) ++intrusions;
            token.offeredUntil = 0;
        } catch {
            if (caller == token.owner) ++rightRefused;
        }
    }

    /// @dev Moves a token to the other user, or into the auction house and out of it. Only its owner can.
    function move(uint256 seed) external {
        seed = _mixed(seed);
        Token storage token = _tokens[seed / 64 % _tokens.length];
        address to = token.owner == house ? people[seed / 16 % 2] : seed % 4 == 0 ? house : people[seed / 16 % 2];
        _moveTo(token, to);
    }

    function claim(uint256 seed) external {
        for (uint256 i; i < people.length; ++i) {
            address account = people[addmod(seed, i, people.length)];
            if (credit[account] == 0) continue;
            ++calls;
            vm.prank(people[seed % 5]);
            try breeding.claim(account) {
                ++successes;
                if (account == frozen) ++intrusions;
                (owned[account], credit[account]) = (owned[account] + credit[account], 0);
            } catch {
                if (account != frozen) ++rightRefused;
            }
            return;
        }
    }

    function pass(uint256 seed) external {
        vm.roll(block.number + within(seed, 1, seed % 8 == 0 ? 400 : 20));
        vm.warp(block.timestamp + within(seed, 1, 1 hours));
    }

    /// @dev One account can no longer receive money, or all can again.
    function freeze(uint256 seed) external {
        frozen = seed % 3 == 0 ? address(0xdead) : people[seed / 3 % people.length];
        money.behave(OddMoney.Oddity(within(seed / 100, 1, 2)), frozen, "");
    }

    /// @dev Owner and creator change their settings; mostly breeding stays enabled.
    function govern(uint256 seed) external {
        seed = _mixed(seed);
        share = seed % 1_001;
        base = seed / 1e4 % 0.2 ether;
        (paused, closed) = (seed / 1e6 % 8 == 7, seed / 1e7 % 8 == 7);
        remembered = seed / 1e8 % 2 == 0 ? 256 : 8_191;
        remember(remembered > 256);
        vm.startPrank(owner);
        breeding.setFee(feeRecipient, uint16(share));
        breeding.setPaused(paused);
        vm.stopPrank();
        vm.startPrank(ann);
        breeding.open(address(pieces), uint96(base), TRAITS, COUNTS, VOCABULARY);
        if (closed) breeding.close(address(pieces));
        vm.stopPrank();
    }

    function _letOn() private {
        vm.prank(owner);
        breeding.setPaused(false);
        vm.prank(ann);
        breeding.open(address(pieces), uint96(base), TRAITS, COUNTS, VOCABULARY);
        (paused, closed) = (false, false);
    }

    /// @dev A pair that can breed, or, with `kin`, one that only its kinship prevents.
    function _fitPair(uint256 m, uint256 s, bool kin) private view returns (bool, uint256, uint256) {
        uint256 length = _tokens.length;
        for (uint256 i; i < length; ++i) {
            uint256 one = (m + i) % length;
            if (!_fit(one) || _tokens[one].owner == house) continue;
            for (uint256 k; k < length; ++k) {
                uint256 other = (s + k) % length;
                if (!_fit(other) || one == other || related(one, other) != kin) continue;
                bool far = _tokens[other].readyAt > block.timestamp || _tokens[one].readyAt > block.timestamp;
                // A siring offer may end while a token is still resting, so such a pair needs one owner for both.
                if (_tokens[other].owner == _tokens[one].owner || (offered(other) && !far)) {
                    return (true, one, other);
                }
            }
        }
        return (false, m, s);
    }

    function _fit(uint256 index) private view returns (bool) {
        return _tokens[index].expecting == 0 && _tokens[index].uses < 7;
    }

    /// @dev A breeding that is still expected; in one of eight cases any breeding.
    function _expected(uint256 seed) private view returns (bool found, uint256 index) {
        uint256 length = _births.length;
        if (length == 0) return (false, 0);
        index = seed / 64 % length;
        if (seed % 8 == 0) return (true, index);
        for (uint256 i; i < length; ++i) {
            uint256 other = (index + i) % length;
            if (_births[other].fate == Fate.EXPECTED) return (true, other);
        }
    }

    /// @dev Sells the tokens in the auction house: otherwise all tokens would end there.
    function _takeHome(uint256 seed) private {
        for (uint256 i; i < _tokens.length; ++i) {
            if (_tokens[i].owner == house) _moveTo(_tokens[i], people[(seed + i) % 2]);
        }
    }

    function _moveTo(Token storage token, address to) private {
        vm.prank(token.owner);
        pieces.transferFrom(token.owner, to, token.id);
        (token.owner, token.movedAt, token.offeredUntil) = (to, block.timestamp, 0);
    }

    /// @dev The recorded hash must be that of the target block, and never change.
    function _noteHash(uint256 index) private {
        Birth storage birth = _births[index];
        bytes32 kept = _pairing(index + 1).blockHash;
        if (birth.blockHash == kept) return;
        if (birth.blockHash != 0 || kept != hashOf(birth.target)) ++hatchedWrongly;
        birth.blockHash = kept;
    }

    function _paidOut(Birth storage birth) private {
        uint256 cut = birth.fee * birth.feeBps / 10_000;
        _receive(feeRecipient, cut);
        _receive(ann, birth.fee - cut);
    }

    function _receive(address account, uint256 amount) private {
        if (account == frozen) credit[account] += amount;
        else owned[account] += amount;
    }

    function _placeOf(uint256 tokenId) private view returns (uint256 index) {
        while (_tokens[index].id != tokenId) {
            ++index;
        }
    }

    function _step(uint256 uses) private pure returns (uint256) {
        return [uint256(1), 2, 3, 5, 8, 13, 21][uses];
    }

    function _rest(Token storage token) private view returns (uint256) {
        uint256 step = token.generation / 2 + token.uses;
        uint24[14] memory rests =
            [60, 120, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800];
        return rests[step > 13 ? 13 : step];
    }
}
