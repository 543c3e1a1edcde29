import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, loadEnv } from 'vite'
import { leaveOutContractWords } from './contract-words.js'

/** Where `npm run dev` has the API. */
const { PORT = '8065' } = loadEnv('', '.', 'PORT')

export default defineConfig({
  plugins: [leaveOutContractWords(), react(), tailwindcss()],
  resolve: { conditions: ['source', ...defaultClientConditions] }, // the contract as it is written, not as it was built
  build: { assetsInlineLimit: 0 }, // a data: URL would need a hole in the content security policy
  server: { proxy: { '/api': { target: `http://127.0.0.1:${PORT}`, ws: true } } },
})
