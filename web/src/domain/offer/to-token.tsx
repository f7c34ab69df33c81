import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

type Props = { token: { uuid: string }; variant?: 'contained' | 'success'; onClose: () => void };

/** The button from a trade that is over to the token's page; closes the dialog if that page is already open below. */
export const ToToken = ({ token, variant = 'success', onClose }: Props) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const to = path.token(token.uuid);
  if (pathname === to)
    return (
      <Button variant={variant} onClick={onClose}>
        {t('trade.toToken')}
      </Button>
    );
  return (
    <Link data-primary to={to} onClick={onClose} className={buttonClass(variant)}>
      {t('trade.toToken')}
    </Link>
  );
};
