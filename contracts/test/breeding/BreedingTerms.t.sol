// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibClone} from "solady/utils/LibClone.sol";
import {Breeding} from "../../src/breeding/Breeding.sol";
import {Siring, Terms} from "../../src/breeding/BreedingRecords.sol";
import {IBreeding} from "../../src/breeding/IBreeding.sol";
import {Collection721} from "../../src/collection/Collection721.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {vm} from "../base/Vm.sol";
import {BreedingFixture} from "./BreedingFixture.sol";

/// @dev Returns the same answers as a collection of the factory.
contract Impostor {
    address public immutable factory;
    address public immutable creator;

    constructor(address factory_) {
        (factory, creator) = (factory_, msg.sender);
    }

    function ownerOf(uint256) external view returns (address) {
        return creator;
    }
}

contract BreedingCreatorTest is BreedingFixture {
    Collection721 private _other;

    function setUp() public override {
        super.setUp();
        _other = Collection721(factory.create(CollectionKind.ERC721, ann, "Others", 0));
        vm.startPrank(ann);
    }

    function test_OpeningFixesTraitsForGood() external {
        vm.expectEmit(address(breeding));
        emit IBreeding.Opened(address(_other), ann, BASE, TRAITS, COUNTS, VOCABULARY);
        _open(address(_other), BASE, TRAITS, COUNTS);
        Terms memory terms = breeding.termsOf(address(_other));
        vm.assertTrue(terms.isOpen);
        vm.assertEq(terms.baseFee, BASE);
        vm.assertEq(terms.traits, TRAITS);
        vm.assertEq(terms.counts, COUNTS);
        vm.assertEq(terms.vocabulary, VOCABULARY);

        breeding.close(address(_other));
        bytes memory reason = abi.encodeWithSelector(IBreeding.TermsFixed.selector, address(_other));
        vm.expectRevert(reason);
        _open(address(_other), BASE, TRAITS + 1, COUNTS);
        vm.expectRevert(reason);
        _open(address(_other), BASE, TRAITS, COUNTS - 1);
        vm.expectRevert(reason);
        breeding.open(address(_other), BASE, TRAITS, COUNTS, "other words");
        _open(address(_other), 2 * BASE, TRAITS, COUNTS);
        vm.assertEq(breeding.termsOf(address(_other)).baseFee, 2 * BASE);
        vm.assertTrue(breeding.termsOf(address(_other)).isOpen);
    }

    function test_ClosesAndSetsTheFee() external {
        vm.expectEmit(address(breeding));
        emit IBreeding.BaseFeeSet(address(pieces), 7);
        breeding.setBaseFee(address(pieces), 7);
        vm.assertEq(breeding.feeOf(address(pieces), 1), 7);
        vm.expectEmit(address(breeding));
        emit IBreeding.Closed(address(pieces));
        breeding.close(address(pieces));
        bytes memory reason = abi.encodeWithSelector(IBreeding.NotOpen.selector, address(pieces));
        vm.expectRevert(reason);
        breeding.close(address(pieces));
        vm.expectRevert(reason);
        breeding.setBaseFee(address(pieces), 1);
        vm.expectRevert(reason);
        _enrol(7, 0);
        vm.expectRevert(reason);
        breeding.feeOf(address(pieces), 1);
        vm.expectRevert(reason);
        breeding.costOf(address(pieces), 1, 2);
    }

    function test_OnlyTheCreatorMayOpenAndSetTerms() external {
        vm.stopPrank();
        address[4] memory others = [bob, operator, owner, feeRecipient];
        for (uint256 i; i < 4; ++i) {
            bytes memory reason = abi.encodeWithSelector(IBreeding.NotCreator.selector, others[i], ann);
            vm.startPrank(others[i]);
            vm.expectRevert(reason);
            _open(address(_other), BASE, TRAITS, COUNTS);
            vm.expectRevert(reason);
            breeding.setBaseFee(address(pieces), 1);
            vm.expectRevert(reason);
            breeding.close(address(pieces));
            vm.expectRevert(reason);
            _enrol(7, 0);
            vm.stopPrank();
        }
    }

    function test_OnlyCollectionsOfTheFactoryCanOpen() external {
        address[4] memory outsiders = [address(editions), address(new Impostor(address(factory))), bob, address(money)];
        for (uint256 i; i < 4; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.CollectionNotOurs.selector, outsiders[i]));
            _open(outsiders[i], BASE, TRAITS, COUNTS);
        }
        // Code that begins like a clone's, but runs another implementation.
        address fake = LibClone.clone(address(new Impostor(address(factory))), abi.encodePacked(ann, "Fake"));
        vm.expectRevert(abi.encodeWithSelector(IBreeding.CollectionNotOurs.selector, fake));
        _open(fake, BASE, TRAITS, COUNTS);
        // A clone with the same code counts as a collection, whoever deployed it.
        address same = LibClone.clone(factory.implementation(CollectionKind.ERC721), abi.encodePacked(ann, "Same"));
        _open(same, BASE, TRAITS, COUNTS);
    }

    function testFuzz_RevertWhen_TraitsOrCountsAreInvalid(uint8 traits, uint64 counts) external {
        traits %= 16;
        bool allowed = traits > 0 && traits <= 12 && (traits == 12 ? counts < 1 << 60 : counts < 1 << traits * 5);
        if (!allowed) vm.expectRevert(abi.encodeWithSelector(IBreeding.TraitsNotAllowed.selector, traits, counts));
        _open(address(_other), BASE, traits, counts);
    }

    function testFuzz_TheBaseFeeHasALimit(uint96 fee) external {
        uint96 limit = breeding.MAX_BASE_FEE();
        vm.assertTrue(uint256(limit) * 42 <= type(uint88).max);
        if (fee > limit) vm.expectRevert(abi.encodeWithSelector(IBreeding.BaseFeeTooHigh.selector, fee, limit));
        breeding.setBaseFee(address(pieces), fee);
        if (fee > limit) vm.expectRevert(abi.encodeWithSelector(IBreeding.BaseFeeTooHigh.selector, fee, limit));
        _open(address(_other), fee, TRAITS, COUNTS);
    }

    function test_AFounderIsEnrolledOnce() external {
        pieces.mint(_request(7, 1));
        vm.expectEmit(address(breeding));
        emit IBreeding.Enrolled(address(pieces), 7, 9);
        _enrol(7, 9);
        vm.assertEq(_life(7).genes, 9);
        vm.assertEq(_life(7).generation, 0);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.AlreadyEnrolled.selector, 7));
        _enrol(7, 1);
        // A token that is not minted cannot be enrolled, because a child could be born with its id.
        vm.expectRevert(bytes4(keccak256("TokenDoesNotExist()")));
        _enrol(FIRST_CHILD + 1, 0);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.TokenIdTooHigh.selector, 1 << 128, type(uint128).max));
        _enrol(1 << 128, 0);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.LengthsDiffer.selector, 1, 2));
        breeding.enrol(address(pieces), new uint256[](1), new uint256[](2));
    }

    function test_AChildIsNotEnrolledAgain() external {
        vm.stopPrank();
        uint256 child = _child(bob, 1, 2);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.AlreadyEnrolled.selector, child));
        _enrol(child, 0);
    }

    function test_GenesMustBeValuesOfTheirTraits() external {
        pieces.mint(_request(7, 1));
        // 5 values in the second trait, 2 in the third, no fourth trait; and no bits above the genes.
        uint256[5] memory wrong = [uint256(5) << 20, 2 << 40, uint256(7) << 35, 1 << 60, 1 << 255];
        for (uint256 i; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.GenesNotAllowed.selector, 7, wrong[i]));
            _enrol(7, wrong[i]);
        }
        _enrol(7, 31 | 31 << 15 | 4 << 20 | 4 << 35 | 1 << 40 | 1 << 55);
    }

    function _open(address collection, uint96 baseFee, uint8 traits, uint64 counts) private {
        breeding.open(collection, baseFee, traits, counts, VOCABULARY);
    }

    function _enrol(uint256 tokenId, uint256 genes) private {
        uint256[] memory ids = new uint256[](1);
        uint256[] memory all = new uint256[](1);
        (ids[0], all[0]) = (tokenId, genes);
        breeding.enrol(address(pieces), ids, all);
    }
}

contract SiringTest is BreedingFixture {
    function test_AnOwnerOffersReplacesAndWithdrawsASiring() external {
        vm.startPrank(cyr);
        vm.expectEmit(address(breeding));
        emit IBreeding.SiringOffered(address(pieces), 4, cyr, 1 ether, uint40(NOW + 1));
        breeding.offerSiring(address(pieces), 4, 1 ether, uint40(NOW + 1));
        breeding.offerSiring(address(pieces), 4, 2 ether, uint40(NOW + 2));
        Siring memory siring = breeding.siringOf(address(pieces), 4);
        vm.assertEq(siring.owner, cyr);
        vm.assertEq(siring.price, 2 ether);
        vm.assertEq(siring.endsAt, NOW + 2);
        vm.expectEmit(address(breeding));
        emit IBreeding.SiringWithdrawn(address(pieces), 4);
        breeding.withdrawSiring(address(pieces), 4);
        vm.assertEq(breeding.siringOf(address(pieces), 4).owner, address(0));
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 4));
        breeding.withdrawSiring(address(pieces), 4);
    }

    function test_OnlyTheOwnerMayOfferASiring() external {
        _offer(cyr, 4, 1);
        address[4] memory others = [bob, ann, operator, owner];
        for (uint256 i; i < 4; ++i) {
            vm.startPrank(others[i]);
            bytes memory reason = abi.encodeWithSelector(IBreeding.NotTokenOwner.selector, 4, others[i], cyr);
            vm.expectRevert(reason);
            breeding.offerSiring(address(pieces), 4, 1, uint40(NOW + 1));
            vm.expectRevert(reason);
            breeding.withdrawSiring(address(pieces), 4);
            vm.stopPrank();
        }
    }

    function test_Refused_WhenExpiredWithoutGenesOrClosed() external {
        _mint(pieces, _request(7, 1));
        vm.startPrank(ann);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotEnrolled.selector, 7));
        breeding.offerSiring(address(pieces), 7, 1, uint40(NOW + 1));
        breeding.close(address(pieces));
        vm.stopPrank();
        vm.prank(cyr);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotOpen.selector, address(pieces)));
        breeding.offerSiring(address(pieces), 4, 1, uint40(NOW + 1));
        vm.prank(ann);
        breeding.open(address(pieces), BASE, TRAITS, COUNTS, VOCABULARY);
        vm.prank(cyr);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.SiringEndNotAllowed.selector, NOW, NOW));
        breeding.offerSiring(address(pieces), 4, 1, uint40(NOW));
    }

    function testFuzz_ASiringOfferEndsWithinAYear(uint40 endsAt) external {
        bool allowed = endsAt > NOW && endsAt <= NOW + 365 days;
        if (!allowed) vm.expectRevert(abi.encodeWithSelector(IBreeding.SiringEndNotAllowed.selector, endsAt, NOW));
        vm.prank(cyr);
        breeding.offerSiring(address(pieces), 4, 1, endsAt);
    }

    function test_ASiringOfferEndsAtMostOneYearAhead() external {
        uint256[2] memory ends = [NOW + 365 days + 1, type(uint40).max];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.SiringEndNotAllowed.selector, ends[i], NOW));
            vm.prank(cyr);
            breeding.offerSiring(address(pieces), 4, 1, uint40(ends[i]));
        }
        vm.prank(cyr);
        breeding.offerSiring(address(pieces), 4, 1, uint40(NOW + 365 days));
    }
}

contract BreedingOwnerTest is BreedingFixture {
    function test_CommitmentsAreConsecutive() external {
        vm.assertEq(breeding.batchCount(), 1);
        vm.assertEq(breeding.rootOf(0), _root());
        vm.expectEmit(address(breeding));
        emit IBreeding.Committed(1, "second");
        vm.prank(operator);
        vm.assertEq(breeding.commit("second"), 1);
        vm.assertEq(breeding.rootOf(0), _root());
        vm.assertEq(breeding.rootOf(1), "second");
        vm.expectRevert(IBreeding.RootMissing.selector);
        vm.prank(operator);
        breeding.commit(0);
        address[3] memory others = [owner, ann, bob];
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.NotOperator.selector, others[i]));
            vm.prank(others[i]);
            breeding.commit("root");
        }
    }

    function test_AStolenKeyCommitsToOneBatchAheadAtMost() external {
        vm.startPrank(operator);
        breeding.commit("garbage");
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IBreeding.CommitTooEarly.selector, 2, 0));
            breeding.commit("more garbage");
        }
        vm.stopPrank();
        // The last id of the first batch is not enough; with the first id of the second the third batch may be
        // committed.
        _setLastId(1023);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.CommitTooEarly.selector, 2, 0));
        vm.prank(operator);
        breeding.commit("third");
        _setLastId(1024);
        vm.prank(operator);
        vm.assertEq(breeding.commit("third"), 2);
    }

    function test_TheOwnerReplacesUnusedCommitments() external {
        vm.prank(operator);
        breeding.commit("garbage");
        vm.expectEmit(address(breeding));
        emit IBreeding.RootReplaced(1, "ours", "garbage");
        vm.startPrank(owner);
        breeding.replaceRoot(1, "ours");
        vm.assertEq(breeding.rootOf(1), "ours");
        breeding.replaceRoot(0, "ours, too");
        breeding.replaceRoot(0, _root());
        vm.expectRevert(IBreeding.RootMissing.selector);
        breeding.replaceRoot(1, 0);
        // A batch without a commitment cannot be replaced.
        vm.expectRevert();
        breeding.replaceRoot(2, "ours");
        vm.stopPrank();
        _breed(bob, 1, 2);
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.BatchInUse.selector, 0));
        breeding.replaceRoot(0, "ours");
        breeding.replaceRoot(1, "again");
        vm.stopPrank();
        _setLastId(1024);
        vm.prank(owner);
        breeding.replaceRoot(1, "until its first id is used");
        _setLastId(1025);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.BatchInUse.selector, 1));
        vm.prank(owner);
        breeding.replaceRoot(1, "never again");
    }

    function test_TheOwnerSetsFeeOperatorAndPause() external {
        vm.startPrank(owner);
        vm.expectEmit(address(breeding));
        emit IBreeding.FeeSet(carrier, 250);
        breeding.setFee(carrier, 250);
        vm.expectEmit(address(breeding));
        emit IBreeding.OperatorSet(carrier);
        breeding.setOperator(carrier);
        vm.expectEmit(address(breeding));
        emit IBreeding.PausedSet(true);
        breeding.setPaused(true);
        vm.assertEq(breeding.feeRecipient(), carrier);
        vm.assertEq(breeding.feeBps(), 250);
        vm.assertEq(breeding.operator(), carrier);
        vm.assertTrue(breeding.isPaused());
        vm.expectRevert(abi.encodeWithSelector(IBreeding.FeeTooHigh.selector, 1_001, 1_000));
        breeding.setFee(carrier, 1_001);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.RecipientNotAllowed.selector, address(0)));
        breeding.setFee(address(0), 1);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.RecipientNotAllowed.selector, address(breeding)));
        breeding.setFee(address(breeding), 1);
        vm.expectRevert(IBreeding.OperatorMissing.selector);
        breeding.setOperator(address(0));
        vm.expectRevert(IBreeding.OwnershipNotRenounceable.selector);
        breeding.renounceOwnership();
    }

    function test_OnlyTheOwnerMayAdminister() external {
        bytes[4] memory calls = [
            abi.encodeCall(breeding.replaceRoot, (0, "ours")),
            abi.encodeCall(breeding.setFee, (bob, 1)),
            abi.encodeCall(breeding.setOperator, (bob)),
            abi.encodeCall(breeding.setPaused, (true))
        ];
        for (uint256 i; i < 4; ++i) {
            vm.prank(operator);
            (bool success, bytes memory answer) = address(breeding).call(calls[i]);
            vm.assertFalse(success);
            vm.assertEq(
                answer, abi.encodeWithSelector(bytes4(keccak256("OwnableUnauthorizedAccount(address)")), operator)
            );
        }
    }

    function test_OwnershipPassesWhenTheNextOwnerAccepts() external {
        vm.prank(owner);
        breeding.transferOwnership(bob);
        vm.assertEq(breeding.owner(), owner);
        vm.prank(bob);
        breeding.acceptOwnership();
        vm.assertEq(breeding.owner(), bob);
    }

    function test_RevertWhen_DeployedWithoutItsContracts() external {
        for (uint256 i; i < 3; ++i) {
            address[3] memory some = [address(money), address(factory), house];
            some[i] = bob;
            vm.expectRevert(abi.encodeWithSelector(IBreeding.ContractMissing.selector, bob));
            new Breeding(owner, operator, feeRecipient, 1_000, some[0], some[1], some[2]);
        }
        vm.assertEq(address(breeding.weth()), address(money));
        vm.assertEq(address(breeding.collectionFactory()), address(factory));
        vm.assertEq(breeding.auctionHouse(), house);
        vm.assertEq(breeding.BATCH(), 1024);
        vm.assertEq(breeding.MAX_USES(), 7);
        vm.assertEq(breeding.PATIENCE(), 7 days);
        vm.assertEq(breeding.MAX_PATIENCE(), 365 days);
        vm.assertEq(breeding.MAX_SIRING(), 365 days);
    }
}
