import { createContext } from 'react';

/** Whether what the form of a trade dialog sent was refused, as its words above the button say. */
export const Refused = createContext(false);
