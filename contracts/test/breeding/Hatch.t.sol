// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Life, Pairing, PairingPhase} from "../../src/breeding/BreedingRecords.sol";
import {IBreeding} from "../../src/breeding/IBreeding.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {OddMoney} from "../auction/Hostile.sol";
import {SmartWallet} from "../base/SmartWallet.sol";
import {keyOf, vm} from "../base/Vm.sol";
import {BreedingFixture} from "./BreedingFixture.sol";
import {hashOf, HISTORY, remember} from "./History.sol";

contract KeepTest is BreedingFixture {
    function test_ABlockHashIsStoredOnceForGood() external {
        uint256 id = _breed(bob, 1, 2);
        uint256 target = block.number + 1;
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.BlockNotMined.selector, id, target));
            breeding.keep(id);
            vm.roll(target);
        }
        vm.roll(target + 1);
        vm.expectEmit(address(breeding));
        emit IBreeding.BlockKept(id, blockhash(target));
        breeding.keep(id);
        bytes32 kept = _pairing(id).blockHash;
        vm.roll(target + 1_000);
        breeding.keep(id);
        vm.assertEq(_pairing(id).blockHash, kept);
    }

    function test_ABlockHashCanBeStoredForUpTo256Blocks() external {
        uint256 id = _breed(bob, 1, 2);
        vm.roll(_pairing(id).targetBlock + 256);
        breeding.keep(id);
        id = _breed(bob, 3, _lent());
        vm.roll(_pairing(id).targetBlock + 257);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.BlockMissed.selector, id, _pairing(id).targetBlock));
        breeding.keep(id);
    }

    function test_WithHistoryStorageABlockHashCanBeStoredForUpTo8191Blocks() external {
        vm.assertEq(blockhash(block.number - 1), hashOf(block.number - 1));
        remember(true);
        uint256 id = _breed(bob, 1, 2);
        uint256 target = _pairing(id).targetBlock;
        vm.roll(target);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.BlockNotMined.selector, id, target));
        breeding.keep(id);
        vm.expectRevert();
        breeding.lose(id);
        vm.roll(target + 8_191);
        // A breeding whose hash can still be recorded is not lost.
        vm.expectRevert();
        breeding.lose(id);
        vm.expectEmit(address(breeding));
        emit IBreeding.BlockKept(id, hashOf(target));
        breeding.keep(id);
        id = _breed(bob, 3, _lent());
        target = _pairing(id).targetBlock;
        vm.roll(target + 8_192);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.BlockMissed.selector, id, target));
        breeding.keep(id);
        breeding.lose(id);
    }

    function test_ALaterBreedingAlsoStoresHashesFromTheHistory() external {
        remember(true);
        uint256 id = _breed(bob, 1, 2);
        vm.roll(_pairing(id).targetBlock + 1_000);
        _breed(bob, 3, _lent());
        vm.assertEq(_pairing(id).blockHash, hashOf(_pairing(id).targetBlock));
    }

    /// @dev A history contract without code (as above), or one that returns nothing, too much, or zeros, or burns its
    /// gas.
    function test_AnInvalidHistoryContractChangesNothing() external {
        bytes[6] memory codes = [
            bytes(hex"00"),
            hex"60206000f3",
            // Returns two words, the first of which is no hash; then one word in a revert.
            hex"600160005260406000f3",
            hex"600160005260206000fd",
            hex"60406000f3",
            hex"fe"
        ];
        uint256 id = _breed(bob, 1, 2);
        uint256 target = _pairing(id).targetBlock;
        vm.roll(target + 257);
        for (uint256 i; i < 6; ++i) {
            vm.etch(HISTORY, codes[i]);
            vm.expectRevert(abi.encodeWithSelector(IBreeding.BlockMissed.selector, id, target));
            breeding.keep(id);
        }
        breeding.lose(id);
    }

    function test_RevertWhen_StoringAHashForNoOpenBreeding() external {
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotExpecting.selector, 1));
        breeding.keep(1);
        _child(bob, 1, 2);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotExpecting.selector, 1));
        breeding.keep(1);
    }

    function _lent() private returns (uint256) {
        _offer(cyr, 4, 0);
        return 4;
    }
}

contract HatchTest is BreedingFixture {
    uint256 private _id;

    function setUp() public override {
        super.setUp();
        _id = _breed(bob, 1, 2);
        vm.roll(block.number + 2);
        vm.warp(NOW + 1 minutes);
    }

    function test_AChildGoesToTheMatronsOwnerAtTheHatch() external {
        vm.prank(bob);
        pieces.transferFrom(bob, cyr, 1);
        uint256 seed = uint256(keccak256(abi.encode(_id, blockhash(block.number - 1), _secret(_id))));
        uint256 genes = breeding.mix(_genes(0), _genes(1), seed, TRAITS, COUNTS);
        vm.expectEmit(address(breeding));
        emit IBreeding.BlockKept(_id, blockhash(block.number - 1));
        vm.expectEmit(address(breeding));
        emit IBreeding.Hatched(
            _id, address(pieces), FIRST_CHILD + _id, cyr, _secret(_id), seed, _genes(0), _genes(1), genes, DIGEST
        );
        vm.expectEmit(address(pieces));
        emit ICollection.Minted(FIRST_CHILD + _id, cyr, 1, DIGEST, 500);
        vm.prank(carrier);
        uint256 childId = _hatch(_id);

        vm.assertEq(childId, breeding.childIdOf(_id));
        vm.assertEq(breeding.hashBirth(_id, DIGEST), _hashBirth(_id, DIGEST));
        vm.assertEq(_pairing(_id).blockHash, blockhash(block.number - 1));
        vm.assertEq(pieces.ownerOf(childId), cyr);
        Life memory life = _life(childId);
        vm.assertTrue(life.isEnrolled);
        vm.assertEq(life.genes, genes);
        vm.assertEq(life.generation, 1);
        vm.assertEq(life.birthId, _id);
        vm.assertEq(life.matronId, 1);
        vm.assertEq(life.sireId, 2);
        vm.assertEq(uint256(life.uses) + life.readyAt + life.expectingId, 0);
        vm.assertEq(_life(1).expectingId, 0);
        vm.assertTrue(_pairing(_id).phase == PairingPhase.HATCHED);
    }

    function test_TheFeeIsSplitByTheRatesOfTheBreeding() external {
        vm.prank(owner);
        breeding.setFee(carrier, 0);
        _hatch(_id);
        vm.assertEq(money.balanceOf(carrier), 0.02 ether);
        vm.assertEq(money.balanceOf(ann), 0.18 ether);
        vm.assertEq(money.balanceOf(address(breeding)), 0);
    }

    function test_HatchesDespiteClosurePauseAndFailedPayments() external {
        vm.prank(owner);
        breeding.setPaused(true);
        vm.prank(ann);
        breeding.close(address(pieces));
        money.behave(OddMoney.Oddity.REFUSES, address(0), "");
        uint256 childId = _hatch(_id);
        vm.assertEq(pieces.ownerOf(childId), bob);
        vm.assertEq(breeding.creditOf(ann), 0.18 ether);
        vm.assertEq(breeding.creditOf(feeRecipient), 0.02 ether);
    }

    function test_AHatchCallsNoReceiverAndFailsWholeWithTooLittleGas() external {
        money.behave(OddMoney.Oddity.BURNS_GAS, ann, "");
        bytes memory signature = _signBirth("operator", _id, DIGEST);
        bytes32[] memory proof = _proof(_id);
        // With more gas each time: at some point enough for everything except the proof that the creator cannot be
        // paid.
        bytes memory data = abi.encodeCall(breeding.hatch, (_id, _secret(_id), proof, DIGEST, signature));
        bool starved;
        bool success;
        for (uint256 gas = 200_000; !success; gas += 10_000) {
            bytes memory answer;
            (success, answer) = address(breeding).call{gas: gas}(data);
            if (!success && bytes4(answer) == bytes4(keccak256("GasTooLow()"))) starved = true;
        }
        vm.assertTrue(starved);
        vm.assertEq(breeding.creditOf(ann), 0.18 ether);
    }

    function test_Refused_TooEarlyOrTwiceOrNever() external {
        vm.warp(NOW + 1 minutes - 1);
        _refuse(abi.encodeWithSelector(IBreeding.NotReady.selector, _id, NOW + 1 minutes));
        vm.warp(NOW + 1 minutes);
        _hatch(_id);
        _refuse(abi.encodeWithSelector(IBreeding.NotExpecting.selector, _id));
        for (uint256 id; id < 3; id += 2) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.NotExpecting.selector, id));
            breeding.hatch(id, 0, new bytes32[](10), DIGEST, "");
        }
    }

    function test_Refused_BeforeItsBlockAndAfterItsHashIsLost() external {
        uint256 target = _pairing(_id).targetBlock;
        vm.roll(target);
        _refuse(abi.encodeWithSelector(IBreeding.BlockNotMined.selector, _id, target));
        vm.roll(target + 257);
        _refuse(abi.encodeWithSelector(IBreeding.BlockMissed.selector, _id, target));
        vm.roll(target + 256);
        _hatch(_id);
    }

    function test_Refused_WithAnyOtherSecretOrProof() external {
        bytes memory signature = _signBirth("operator", _id, DIGEST);
        bytes32[] memory proof = _proof(_id);
        bytes memory reason = abi.encodeWithSelector(IBreeding.SecretNotCommitted.selector, _id);
        vm.expectRevert(reason);
        breeding.hatch(_id, _secret(_id + 1), proof, DIGEST, signature);
        vm.expectRevert(reason);
        breeding.hatch(_id, _secret(_id), _proof(_id + 1), DIGEST, signature);
        for (uint256 i; i < 10; ++i) {
            proof[i] ^= bytes32(uint256(1));
            vm.expectRevert(reason);
            breeding.hatch(_id, _secret(_id), proof, DIGEST, signature);
            proof[i] ^= bytes32(uint256(1));
        }
        // A shorter and a longer proof: neither an inner node nor the preimage of a leaf is accepted.
        vm.expectRevert(reason);
        breeding.hatch(_id, _secret(_id), new bytes32[](0), DIGEST, signature);
        bytes32[] memory longer = new bytes32[](11);
        for (uint256 i; i < 10; ++i) {
            longer[i] = proof[i];
        }
        vm.expectRevert(reason);
        breeding.hatch(_id, _secret(_id), longer, DIGEST, signature);
    }

    /// @dev In a tree with sorted pairs both positions would have a proof, and the operator could choose.
    function test_Refused_WithTheSecretOfAnotherBreeding() external {
        bytes32 liked = keccak256("liked");
        bytes32[] memory proof = new bytes32[](10);
        // The leaf of the first id, at the position of the second.
        bytes32 node = keccak256(abi.encodePacked(keccak256(abi.encode(uint256(1025), liked))));
        node = keccak256(abi.encodePacked(proof[0], node));
        for (uint256 i = 1; i < 10; ++i) {
            node = keccak256(abi.encodePacked(node, proof[i]));
        }
        vm.prank(operator);
        breeding.commit(node);
        vm.assertEq(breeding.rootOf(1), node);
        _setLastId(1024);
        _offer(cyr, 4, 0);
        uint256 id = _breed(bob, 3, 4);
        vm.assertEq(id, 1025);
        vm.roll(block.number + 2);
        vm.warp(block.timestamp + 1 minutes);
        bytes memory signature = _signBirth("operator", id, DIGEST);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.SecretNotCommitted.selector, id));
        breeding.hatch(id, liked, proof, DIGEST, signature);
    }

    function test_Refused_WithoutTheOperatorsSignatureOverThisBirth() external {
        bytes32[] memory proof = _proof(_id);
        bytes32 other = keccak256("another drawing");
        bytes[5] memory signatures = [
            _signBirth("owner", _id, DIGEST),
            _signBirth("operator", _id + 1, DIGEST),
            _signBirth("operator", _id, other),
            bytes(""),
            new bytes(65)
        ];
        for (uint256 i; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.InvalidBirthSignature.selector, operator));
            breeding.hatch(_id, _secret(_id), proof, DIGEST, signatures[i]);
        }
        // A signature for another chain is invalid, too.
        bytes memory signature = _signBirth("operator", _id, DIGEST);
        vm.chainId(5);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.InvalidBirthSignature.selector, operator));
        breeding.hatch(_id, _secret(_id), proof, DIGEST, signature);
    }

    function test_ANewOperatorsAndAContractWalletsSignatureIsAccepted() external {
        SmartWallet wallet = new SmartWallet(vm.addr(keyOf("key of the wallet")));
        vm.prank(owner);
        breeding.setOperator(address(wallet));
        _refuse(abi.encodeWithSelector(IBreeding.InvalidBirthSignature.selector, address(wallet)));
        bytes memory signature = _signBirth("key of the wallet", _id, DIGEST);
        // The first operator's commitment stays valid.
        breeding.hatch(_id, _secret(_id), _proof(_id), DIGEST, signature);
        vm.assertEq(pieces.ownerOf(FIRST_CHILD + _id), bob);
    }

    /// @dev An account that delegates to code (EIP-7702) keeps its key, even if that code does not implement ERC-1271.
    function test_AnOperatorsKeySignatureIsAcceptedWithDelegatedCode() external {
        vm.etch(operator, hex"fe");
        vm.assertEq(pieces.ownerOf(_hatch(_id)), bob);
    }

    function test_AChildOfAnAuctionedMatronWaitsForTheWinner() external {
        vm.prank(bob);
        pieces.transferFrom(bob, house, 1);
        _refuse(abi.encodeWithSelector(IBreeding.InAuction.selector, 1));
        vm.prank(house);
        pieces.transferFrom(house, cyr, 1);
        vm.assertEq(pieces.ownerOf(_hatch(_id)), cyr);
    }

    function test_ACreatorWhoRemovesTheMinterCannotStopAnExpectedChild() external {
        vm.prank(ann);
        pieces.setMinter(address(breeding), false);
        vm.assertEq(pieces.ownerOf(_hatch(_id)), bob);
    }

    function test_ACreatorWhoBlocksAHatchGetsNothingAndTheBreederIsRefunded() external {
        MintRequest memory request = _request(FIRST_CHILD + _id, 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                ICollection721.TokenIdOutOfRange.selector, FIRST_CHILD + _id, 0, uint256(type(uint64).max)
            )
        );
        vm.prank(ann);
        pieces.mint(request);
        vm.prank(ann);
        pieces.setMinter(address(breeding), false);
        vm.warp(block.timestamp + 30 days);
        _refuse(abi.encodeWithSelector(ICollection.NotCreator.selector, address(breeding), ann));
        breeding.lose(_id);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
        vm.assertEq(money.balanceOf(ann), 0);
    }

    function test_AGenerationIsOneMoreThanTheOlderParents() external {
        uint256 first = _hatch(_id);
        uint256 second = _child(bob, first, 3);
        vm.assertEq(_life(second).generation, 2);
        vm.prank(cyr);
        pieces.transferFrom(cyr, bob, 4);
        uint256 third = _child(bob, 4, second);
        vm.assertEq(_life(third).generation, 3);
        // From generation 2 on, rests begin one step later.
        vm.assertEq(_life(second).readyAt, block.timestamp - 1 minutes + 2 minutes);
        vm.assertEq(pieces.ownerOf(third), bob);
    }

    function _refuse(bytes memory reason) private {
        bytes memory signature = _signBirth("operator", _id, DIGEST);
        bytes32[] memory proof = _proof(_id);
        bytes32 secret = _secret(_id);
        vm.expectRevert(reason);
        breeding.hatch(_id, secret, proof, DIGEST, signature);
    }
}

contract LoseTest is BreedingFixture {
    uint256 private _id;
    uint256 private _target;

    function setUp() public override {
        super.setUp();
        _id = _breed(bob, 1, 2);
        _target = _pairing(_id).targetBlock;
    }

    function test_AMissedBlockHashGivesARefundAndNoSecondDraw() external {
        vm.roll(_target + 257);
        vm.expectEmit(address(breeding));
        emit IBreeding.Lost(_id, 2 * BASE);
        breeding.lose(_id);
        vm.assertTrue(_pairing(_id).phase == PairingPhase.LOST);
        vm.assertEq(_life(1).expectingId, 0);
        vm.assertEq(_life(1).uses, 1);
        vm.assertEq(_life(2).uses, 1);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
        vm.assertEq(money.balanceOf(ann) + money.balanceOf(feeRecipient), 0);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotExpecting.selector, _id));
        breeding.lose(_id);
        vm.warp(NOW + 1 minutes);
        bytes memory signature = _signBirth("operator", _id, DIGEST);
        bytes32[] memory proof = _proof(_id);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotExpecting.selector, _id));
        breeding.hatch(_id, _secret(_id), proof, DIGEST, signature);
    }

    function test_Refused_LosingAChildWhileItsHashCanBeStored() external {
        uint256 lostAt = NOW + 1 minutes + 7 days;
        vm.roll(_target + 256);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, lostAt));
        breeding.lose(_id);
        breeding.keep(_id);
        vm.roll(_target + 10_000);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, lostAt));
        breeding.lose(_id);
    }

    function test_AnUnresponsiveOperatorLeadsToARefund() external {
        vm.roll(_target + 1);
        breeding.keep(_id);
        vm.warp(NOW + 1 minutes + 7 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, NOW + 1 minutes + 7 days));
        breeding.lose(_id);
        // The refund goes to the payer, whoever owns the matron now.
        vm.warp(NOW + 1 minutes + 7 days);
        vm.expectEmit(address(breeding));
        emit IBreeding.Lost(_id, 2 * BASE);
        vm.prank(carrier);
        breeding.lose(_id);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
        vm.assertEq(money.balanceOf(address(breeding)), 0);
        vm.assertEq(_life(1).uses, 1);
        // The matron can breed again.
        _breed(bob, 1, 3);
    }

    function test_ARefundThatFailsIsCredited() external {
        vm.roll(_target + 1);
        breeding.keep(_id);
        vm.warp(NOW + 8 days);
        money.behave(OddMoney.Oddity.REFUSES, bob, "");
        breeding.lose(_id);
        vm.assertEq(breeding.creditOf(bob), 2 * BASE);
    }

    /// @dev Otherwise a seller could close the breeding right after the auction and take the refund.
    function test_TheWinnerOfAnExpectingMatronHasSevenDaysToHatch() external {
        vm.roll(_target + 1);
        breeding.keep(_id);
        vm.prank(bob);
        pieces.transferFrom(bob, house, 1);
        vm.warp(NOW + 30 days);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, NOW + 1 minutes + 365 days));
        breeding.lose(_id);
        vm.prank(house);
        pieces.transferFrom(house, cyr, 1);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, NOW + 37 days));
        breeding.lose(_id);
        vm.warp(NOW + 37 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, NOW + 37 days));
        breeding.lose(_id);
        vm.assertEq(pieces.ownerOf(_hatch(_id)), cyr);
    }

    function test_AMatronThatStaysInTheAuctionHouseHoldsTheFeeForAYear() external {
        vm.roll(_target + 1);
        breeding.keep(_id);
        vm.prank(bob);
        pieces.transferFrom(bob, house, 1);
        uint256 lostAt = NOW + 1 minutes + 365 days;
        vm.warp(lostAt - 1);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, lostAt));
        breeding.lose(_id);
        vm.warp(lostAt);
        breeding.lose(_id);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
        vm.assertEq(_life(1).expectingId, 0);
    }

    function test_AMatronThatMovesEveryWeekAlsoHoldsTheFeeForAYear() external {
        vm.roll(_target + 1);
        breeding.keep(_id);
        uint256 lostAt = NOW + 1 minutes + 365 days;
        vm.warp(lostAt - 1 days);
        vm.prank(bob);
        pieces.transferFrom(bob, cyr, 1);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotLost.selector, _id, lostAt));
        breeding.lose(_id);
        vm.warp(lostAt);
        breeding.lose(_id);
        vm.assertEq(money.balanceOf(bob), 1_000 ether);
    }

    function test_AMissedChildIsLostAlsoWhileTheMatronIsAuctioned() external {
        vm.prank(bob);
        pieces.transferFrom(bob, house, 1);
        vm.roll(_target + 257);
        breeding.lose(_id);
        vm.assertEq(_life(1).expectingId, 0);
    }

    function test_RevertWhen_LosingABreedingThatDoesNotExist() external {
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotExpecting.selector, 0));
        breeding.lose(0);
    }
}
