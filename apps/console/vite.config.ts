import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

/** Where `npm run dev` has the API. */
const { PORT = '8065' } = loadEnv('', '.', 'PORT')

export default defineConfig({
  plugins: [react()],
  build: { assetsInlineLimit: 0 }, // a data: URL would need a hole in the content security policy
  server: { proxy: { '/api': { target: `http://127.0.0.1:${PORT}`, ws: true } } },
})
