import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  // The demo wallet is only in builds made for the local stack.
  define: { __LOCAL_STACK__: JSON.stringify(process.env.LOCAL_STACK === '1' || process.env.LOCAL_STACK === 'true') },
  publicDir: isSsrBuild ? false : 'public',
  // The server bundle carries its own React, built for production whatever NODE_ENV the server runs under.
  ssr: { noExternal: isSsrBuild ? true : ['@skarb/schema'] },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    // Fonts and pictures stay files: the CSS blocks the first paint.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}));
