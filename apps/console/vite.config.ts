import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, loadEnv } from 'vite'
import { compressFiles } from './compress-files.js'
import { leaveOutContractWords } from './contract-words.js'
import { serviceWorker } from './service-worker.js'
import { withoutSchemas } from './without-schemas.js'

/** Where `npm run dev` has the API. */
const { PORT = '8065' } = loadEnv('', '../..', 'PORT')

/** What every visit needs, and what at least three screens share: each one file instead of twenty. */
const together = [
  { name: 'console', tags: ['$initial' as const] },
  { name: 'shared', test: /\/src\/(?:data|deliveries|hooks|ui)\//, minShareCount: 3 },
]

export default defineConfig({
  plugins: [
    withoutSchemas(),
    leaveOutContractWords(),
    react(),
    tailwindcss(),
    serviceWorker(),
    compressFiles(),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] }, // the contract as it is written, not as it was built
  build: {
    assetsInlineLimit: 0, // a data: URL would need a hole in the content security policy
    rolldownOptions: { output: { codeSplitting: { groups: together } } },
  },
  server: { proxy: { '/api': { target: `http://127.0.0.1:${PORT}`, ws: true } } },
})
