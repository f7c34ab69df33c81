let ask: () => void = () => {};
/** The shell sets what happens when a visitor does something that needs an account. */
export const onSignInRequest = (handler: () => void): void => {
  ask = handler;
};
export const askToSignIn = (): void => ask();
