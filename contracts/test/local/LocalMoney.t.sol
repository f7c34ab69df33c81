// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {LocalUsdc} from "../../src/local/LocalUsdc.sol";
import {LocalWeth} from "../../src/local/LocalWeth.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";

contract LocalWethTest {
    address internal faucet = person("faucet");
    address internal ann = person("ann");
    address internal bob = person("bob");
    LocalWeth internal weth = new LocalWeth(faucet);

    function test_NameSymbolAndDecimalsEqualPolygons() external view {
        vm.assertEq(weth.name(), "Wrapped Ether");
        vm.assertEq(weth.symbol(), "WETH");
        vm.assertEq(uint256(weth.decimals()), 18);
    }

    function testFuzz_TheDepositorMintsAndWithdrawBurns(uint256 amount, uint256 burnt) external {
        burnt = within(burnt, 0, amount);
        vm.prank(faucet);
        weth.deposit(ann, abi.encode(amount));
        vm.prank(ann);
        weth.withdraw(burnt);
        vm.assertEq(weth.balanceOf(ann), amount - burnt);
        vm.assertEq(weth.totalSupply(), amount - burnt);
        vm.assertEq(ann.balance, 0);
    }

    function testFuzz_RevertWhen_TheCallerIsNotTheDepositor(address caller) external {
        vm.assume(caller != faucet);
        vm.expectRevert(abi.encodeWithSelector(LocalWeth.NotDepositor.selector, caller));
        vm.prank(caller);
        weth.deposit(caller, abi.encode(uint256(1)));
    }

    function test_RevertWhen_NativeCoinsAreSent() external {
        vm.deal(ann, 2 ether);
        vm.startPrank(ann);
        (bool sent,) = address(weth).call{value: 1 ether}("");
        (bool wrapped,) = address(weth).call{value: 1 ether}(abi.encodeWithSignature("deposit()"));
        vm.stopPrank();
        vm.assertFalse(sent || wrapped);
    }

    function test_AnUnlimitedAllowanceAlsoDecreases() external {
        vm.prank(faucet);
        weth.deposit(ann, abi.encode(uint256(10)));
        vm.prank(ann);
        weth.approve(bob, type(uint256).max);
        vm.prank(bob);
        weth.transferFrom(ann, bob, 4);
        vm.assertEq(weth.allowance(ann, bob), type(uint256).max - 4);
        vm.assertEq(weth.balanceOf(bob), 4);
    }

    function test_RevertWhen_TheAllowanceIsTooSmall() external {
        vm.prank(faucet);
        weth.deposit(ann, abi.encode(uint256(10)));
        vm.prank(ann);
        weth.approve(bob, 3);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, bob, 3, 4));
        vm.prank(bob);
        weth.transferFrom(ann, bob, 4);
    }
}

contract LocalUsdcTest {
    address internal faucet = person("faucet");
    address internal ann = person("ann");
    address internal bob = person("bob");
    LocalUsdc internal usdc = new LocalUsdc(faucet);

    function setUp() external {
        vm.prank(faucet);
        usdc.mint(ann, 100e6);
    }

    function test_NameSymbolAndDecimalsEqualPolygons() external view {
        vm.assertEq(usdc.name(), "USD Coin");
        vm.assertEq(usdc.symbol(), "USDC");
        vm.assertEq(uint256(usdc.decimals()), 6);
    }

    function testFuzz_RevertWhen_TheCallerIsNotTheMinter(address caller) external {
        vm.assume(caller != faucet);
        vm.expectRevert(abi.encodeWithSelector(LocalUsdc.NotMinter.selector, caller));
        vm.prank(caller);
        usdc.mint(caller, 1);
    }

    function testFuzz_APermitIsAnApprovalWithoutGas(uint256 value, uint256 late) external {
        uint256 deadline = block.timestamp + within(late, 0, 1 days);
        (uint8 v, bytes32 r, bytes32 s) = _permit("ann", value, 0, deadline);
        usdc.permit(ann, bob, value, deadline, v, r, s);
        vm.assertEq(usdc.allowance(ann, bob), value);
        vm.assertEq(usdc.nonces(ann), 1);
        vm.expectRevert(abi.encodeWithSelector(LocalUsdc.InvalidPermitSignature.selector, ann));
        usdc.permit(ann, bob, value, deadline, v, r, s);
    }

    function test_RevertWhen_ThePermitIsExpiredOrOfAnotherSigner() external {
        (uint8 v, bytes32 r, bytes32 s) = _permit("bob", 1, 0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(LocalUsdc.InvalidPermitSignature.selector, ann));
        usdc.permit(ann, bob, 1, block.timestamp, v, r, s);
        uint256 late = block.timestamp;
        vm.warp(late + 1);
        vm.expectRevert(abi.encodeWithSelector(LocalUsdc.PermitExpired.selector, late));
        usdc.permit(ann, bob, 1, late, v, r, s);
    }

    function test_TheBlacklistedNeitherSendNorReceiveNorApprove() external {
        vm.prank(faucet);
        usdc.blacklist(bob);
        bytes memory refusal = abi.encodeWithSelector(LocalUsdc.AccountBlacklisted.selector, bob);
        vm.startPrank(ann);
        vm.expectRevert(refusal);
        usdc.transfer(bob, 1);
        vm.expectRevert(refusal);
        usdc.approve(bob, 1);
        vm.stopPrank();
        vm.expectRevert(refusal);
        vm.prank(bob);
        usdc.approve(ann, 1);
        vm.expectRevert(refusal);
        vm.prank(bob);
        usdc.transfer(ann, 0);
        vm.prank(faucet);
        usdc.unBlacklist(bob);
        vm.prank(ann);
        usdc.transfer(bob, 1);
        vm.assertEq(usdc.balanceOf(bob), 1);
    }

    function test_RevertWhen_TheCallerIsNotTheBlacklister() external {
        vm.expectRevert();
        vm.prank(ann);
        usdc.blacklist(bob);
        vm.expectRevert();
        vm.prank(ann);
        usdc.unBlacklist(bob);
    }

    function test_SpendingDecreasesAnAllowance() external {
        vm.prank(ann);
        usdc.approve(bob, type(uint256).max);
        vm.prank(bob);
        usdc.transferFrom(ann, bob, 40e6);
        vm.assertEq(usdc.allowance(ann, bob), type(uint256).max - 40e6);
        vm.prank(ann);
        usdc.approve(bob, 1);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, bob, 1, 2));
        vm.prank(bob);
        usdc.transferFrom(ann, bob, 2);
    }

    function _permit(string memory signer, uint256 value, uint256 nonce, uint256 deadline)
        private
        view
        returns (uint8, bytes32, bytes32)
    {
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                ann,
                bob,
                value,
                nonce,
                deadline
            )
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("USD Coin"),
                keccak256("2"),
                block.chainid,
                address(usdc)
            )
        );
        vm.assertEq(usdc.DOMAIN_SEPARATOR(), domain);
        return vm.sign(keyOf(signer), keccak256(abi.encodePacked("\x19\x01", domain, message)));
    }
}
