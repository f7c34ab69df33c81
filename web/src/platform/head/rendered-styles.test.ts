import { renderToString } from 'react-dom/server';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { withoutStyleAttributes } from './rendered-styles.ts';

const moved = (rendered: string) => {
  const { html, css } = withoutStyleAttributes(rendered);
  return { html: html.join(''), css };
};
const rendered = (...styles: object[]) =>
  moved(renderToString(createElement('p', {}, ...styles.map((style) => createElement('i', { style })))));

describe('style attributes of a rendered page', () => {
  it('become rules; equal attributes share one rule', () => {
    const picture = { aspectRatio: '4/3', backgroundImage: 'url("data:image/bmp;base64,a+/=")' };
    expect(rendered(picture, { left: '5%' }, picture)).toEqual({
      html: '<p><i data-style="0"></i><i data-style="1"></i><i data-style="0"></i></p>',
      css: '[data-style="0"]{aspect-ratio:4/3;background-image:url("data:image/bmp;base64,a+/=")}[data-style="1"]{left:5%}',
    });
  });

  it('are not recognised inside the text and the other attributes that users wrote', () => {
    const html = renderToString(createElement('p', { title: 'a style="b"' }, 'a style="color:red"'));
    expect(moved(html)).toEqual({ html, css: '' });
  });

  it('are dropped if they would close their rule or the style element', () => {
    for (const value of ['red}*{color:red', '</style><script>'])
      expect(rendered({ color: value }), value).toEqual({ html: '<p><i></i></p>', css: '' });
  });
});
