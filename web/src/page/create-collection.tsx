import { useNavigate } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { CollectionForm } from '../domain/create/collection-form.tsx';
import { WalletNeeded } from '../domain/create/wallet-needed.tsx';
import { Head } from '../platform/head/head.tsx';
import { path } from '../platform/route/path.ts';

/** Create a collection, then go to its page. */
export const Component = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="page">
      <div className="mx-auto max-w-xl">
        <Head title={t('create.collection.title')} isHidden />
        <h1 className="mb-8 text-3xl font-semibold tracking-tight">{t('create.collection.title')}</h1>
        <WalletNeeded />
        <CollectionForm onCreated={({ uuid }) => void navigate(path.collection(uuid))} />
      </div>
    </div>
  );
};
