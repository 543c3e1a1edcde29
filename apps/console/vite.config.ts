import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: { assetsInlineLimit: 0 }, // a data: URL would need a hole in the content security policy
  server: { proxy: { '/api': 'http://127.0.0.1:8065' } },
})
