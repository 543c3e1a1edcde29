import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, loadEnv } from 'vite'
import { serviceWorker } from './service-worker.js'

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

const replacement = '\0no-schemas'

/** Stands for every schema and every way to build one: calling it, or reading anything from it, returns it again. */
const code = 'export const z = new Proxy(() => z, { get: () => z })'

/**
 * Replaces zod in the page by something that does nothing: 50 kB gzipped on the first load. Only the types of the contract's
 * schemas matter here. The API checks what the page sends, and the page trusts what the API responds.
 */
function withoutSchemas() {
  return {
    name: 'without-schemas',
    enforce: 'pre' as const,
    resolveId: (name: string) => (name === 'zod' ? replacement : undefined),
    load: (id: string) => (id === replacement ? code : undefined),
  }
}

/** Smaller files fit into one packet anyway. */
const leastBytes = 1024
const compressible = /\.(?:css|js|svg)$/

/** Writes a `.br` and a `.gz` file next to each built file, at the best level, so that serving costs no time. */
function compressFiles() {
  return {
    name: 'compress-files',
    apply: 'build' as const,
    writeBundle({ dir = '' }: { dir?: string | undefined }, files: Record<string, unknown>) {
      for (const name of Object.keys(files).filter(name => compressible.test(name))) {
        const path = join(dir, name)
        const content = readFileSync(path)
        if (content.length < leastBytes) continue
        const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }))
      }
    },
  }
}

const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`
const texts = String.raw`${text}(?:\s*\+\s*${text})*`
const documented = new RegExp(String.raw`^\s*(?:description|answers):\s*${texts},\n`, 'gm')
const described = new RegExp(String.raw`\s*\.describe\(\s*${texts},?\s*\)`, 'g')
const summary = new RegExp(String.raw`^\s*summary:\s*${texts},\n`, 'm')
/** What only the document says of a call or an object: its section, its own errors, its name. */
const filed = /^\s*(?:tag: '\w+'|errors: \[[^\]]*\]),\n|\s*\.meta\(\{ id: '\w+' \}\)/gm
/** The definition of a call that changes nothing, so that the audit log never shows it. */
const reading = /defineCall\(\{\n(?:(?!\n\}\)).)*?route: .GET (?:(?!\n\}\)).)*\n\}\)/gs

/** Leaves out texts that only the API document needs: 14 kB gzipped on the first load. The audit log shows summaries. */
function leaveOutContractWords() {
  return {
    name: 'leave-out-contract-words',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.includes('/packages/contract/src/')
        ? code
            .replace(documented, '')
            .replace(described, '')
            .replace(filed, '')
            .replace(reading, call => (call.includes('audit:') ? call : call.replace(summary, '')))
        : undefined,
  }
}
