/** What the mails about the end of an account say. */
export const DELETION_WORDS = {
  /** Its owner asked for the account to be deleted. */
  deletionAsked: {
    en: {
      subject: 'Your account will be deleted on {date}',
      greeting: 'Hello.',
      before:
        'Your Skarb account will be deleted on {date}, as was asked for here:\n\n{place}\n\nUntil then you can change your mind: sign in and choose “Keep my account” in your settings.\n\nIf it was not you, keep the account by this link: its ways to sign in go back to how they were, and everybody is signed out.',
      action: 'It was not me: keep my account',
      after: 'The link works once, for 7 days. After using it, set a new password.',
    },
    ukr: {
      subject: 'Ваш обліковий запис буде видалено {date}',
      greeting: 'Вітаємо.',
      before:
        'Ваш обліковий запис Skarb буде видалено {date}. Про це попросили тут:\n\n{place}\n\nДоти можна передумати: увійдіть і виберіть «Зберегти обліковий запис» у налаштуваннях.\n\nЯкщо це були не ви, збережіть обліковий запис за цим посиланням: способи входу повернуться до попередніх, а всі сеанси завершаться.',
      action: 'Це не я: зберегти обліковий запис',
      after: 'Посилання діє один раз, протягом 7 днів. Скориставшись ним, встановіть новий пароль.',
    },
  },
  /** The account was to be deleted, but something has to end first. */
  deletionPutOff: {
    en: {
      subject: 'Your account could not be deleted yet',
      greeting: 'Hello.',
      before:
        'Your Skarb account was to be deleted today, but something of yours is still under way: an auction, an offer or a payment. We try again on {date}. In your settings you see what has to end first.',
      action: 'Look at my settings',
      after: 'If you have changed your mind, you can keep the account there.',
    },
    ukr: {
      subject: 'Ваш обліковий запис поки не вдалося видалити',
      greeting: 'Вітаємо.',
      before:
        'Ваш обліковий запис Skarb мав бути видалений сьогодні, але щось іще не завершено: аукціон, пропозиція або платіж. Наступна спроба — {date}. У налаштуваннях видно, що має завершитися спершу.',
      action: 'Переглянути налаштування',
      after: 'Якщо ви передумали, обліковий запис можна зберегти там само.',
    },
  },
  /** The last mail to a deleted account. */
  deleted: {
    en: {
      subject: 'Your account has been deleted',
      greeting: 'Hello.',
      before:
        'Your Skarb account and the personal data in it have been deleted. What you own is in your wallet, as before. Works and trades that are public on the chain stay under the address of the wallet.',
      action: 'Open Skarb',
      after: 'This is our last mail to you. You are welcome to open a new account at any time.',
    },
    ukr: {
      subject: 'Ваш обліковий запис видалено',
      greeting: 'Вітаємо.',
      before:
        'Ваш обліковий запис Skarb і особисті дані в ньому видалено. Усе, чим ви володієте, як і раніше, у вашому гаманці. Роботи й угоди, публічні в блокчейні, лишаються під адресою гаманця.',
      action: 'Відкрити Skarb',
      after: 'Це наш останній лист до вас. Новий обліковий запис можна відкрити будь-коли.',
    },
  },
};
