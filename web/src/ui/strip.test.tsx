import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Strip } from './strip.tsx';

it('the arrows of a strip keep their place and stay hidden until a script makes them work', () => {
  const html = renderToString(<Strip heading="Artists">{(className) => <ul className={className} />}</Strip>);
  expect(/<span class="([^"]*)"><button/.exec(html)?.[1]?.split(' ')).toContain('invisible');
});
