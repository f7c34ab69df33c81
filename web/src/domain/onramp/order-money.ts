import * as onrampCalls from '@skarb/schema/calls/onramp';
import { asLanguage } from '@skarb/schema/language';
import type { DisplayCurrency } from '@skarb/schema/limits';
import type { OnrampOrder } from '@skarb/schema/onramp';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { orderQuery } from './onramp.query.ts';

/** An order with the provider's page. */
export type Ordered = OnrampOrder & { url: string };

/** The provider's window. It is opened in the click handler, or browsers block it, and gets its address later. */
const openWindow = () => {
  const opened = window.open('about:blank', '_blank', 'popup,width=520,height=820');
  return { lead: (url: string) => opened?.location.replace(url), close: () => opened?.close() };
};

/**
 * Orders money and leads the provider's window to the payment. Call it in a click handler. The window closes when the
 * money has arrived, also if the dialog is gone by then: the buyer is needed here again.
 * @throws ApiError, after it has closed the window
 */
export const orderMoney = async (
  cache: QueryClient,
  { language, ...what }: { currencyUuid: string; amount: string; language: string; payIn: DisplayCurrency },
): Promise<Ordered> => {
  const provider = openWindow();
  try {
    const returnTo = `${location.pathname}${location.search}`.slice(0, 500);
    const { data } = await call(onrampCalls.create, { body: { ...what, language: asLanguage(language), returnTo } });
    provider.lead(data.url);
    const stop = new QueryObserver(cache, orderQuery(data.uuid)).subscribe(({ data: order }) => {
      if (order?.status !== 'completed') return;
      provider.close();
      stop();
    });
    void cache.invalidateQueries({ queryKey: ['private', 'onramp'] });
    return data;
  } catch (error) {
    provider.close();
    throw error;
  }
};
