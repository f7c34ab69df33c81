import { accountOwnData } from '../account/account.own-data.ts';
import { authOwnData } from '../auth/auth.own-data.ts';
import { breedingOwnData } from '../breeding/breeding.own-data.ts';
import { collectionOwnData } from '../collection/collection.own-data.ts';
import { followOwnData } from '../follow/follow.own-data.ts';
import { mailOwnData } from '../mail/mail.own-data.ts';
import { moderationOwnData } from '../moderation/moderation.own-data.ts';
import { notificationOwnData } from '../notification/notification.own-data.ts';
import { offerOwnData } from '../offer/offer.own-data.ts';
import { onrampOwnData } from '../onramp/onramp.own-data.ts';
import { operatorOwnData } from '../operator/operator.own-data.ts';
import { tokenOwnData } from '../token/token.own-data.ts';
import { transactionOwnData } from '../transaction/transaction.own-data.ts';
import { walletOwnData } from '../wallet/wallet.own-data.ts';
import type { OwnData } from '../../platform/own-data.ts';
import { deleteExportsOf } from './export.store.ts';

/** The links of exports contain no data of their own. */
const exportOwnData: OwnData = {
  tables: ['account_export'],
  topics: {},
  erase: (tx, { uuid }) => deleteExportsOf(tx, uuid),
};

/** The data that each domain keeps about a user, in the order of deletion: the account last. */
export const OWN_DATA: OwnData[] = [
  notificationOwnData,
  moderationOwnData,
  onrampOwnData,
  transactionOwnData,
  walletOwnData,
  accountOwnData,
  operatorOwnData,
  breedingOwnData,
  offerOwnData,
  tokenOwnData,
  followOwnData,
  collectionOwnData,
  mailOwnData,
  exportOwnData,
  authOwnData,
];
