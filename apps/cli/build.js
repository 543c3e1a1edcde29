import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

/** Stands for every schema and every way to build one: calling it, or reading anything from it, returns it again. */
const noSchemas = 'export const z = new Proxy(() => z, { get: () => z })'

/**
 * Replaces zod in the contract by something that does nothing, because it takes longer to load than all other code. The client
 * needs only the routes of calls, and the API checks what it sends.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutSchemas = {
  name: 'without-schemas',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, ({ importer }) =>
      /[\\/]contract[\\/]/.test(importer) ? { path: 'zod', namespace: 'no-schemas' } : undefined,
    )
    onLoad({ filter: /^/, namespace: 'no-schemas' }, () => ({ contents: noSchemas }))
  },
}

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

rmSync('dist', { recursive: true, force: true })
/** One file per command and per code that several commands share, so that each loads only what it runs. */
await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: Object.keys(dependencies).filter(name => name !== '@posthorn/contract'),
  plugins: [withoutSchemas],
})
