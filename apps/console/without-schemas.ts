const replacement = '\0no-schemas'

/** Stands for every schema and every way to build one: calling it, or reading anything from it, returns it again. */
const code = 'export const z = new Proxy(() => z, { get: () => z })'

/**
 * Replaces zod in the page by something that does nothing: 50 kB gzipped on the first load. Only the types of the contract's
 * schemas matter here. The API checks what the page sends, and the page trusts what the API responds.
 */
export function withoutSchemas() {
  return {
    name: 'without-schemas',
    enforce: 'pre' as const,
    resolveId: (name: string) => (name === 'zod' ? replacement : undefined),
    load: (id: string) => (id === replacement ? code : undefined),
  }
}
