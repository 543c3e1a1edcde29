const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60[^\x60$]*\x60)`
const texts = String.raw`${text}(?:\s*\+\s*${text})*`
const documented = new RegExp(String.raw`^\s*(?:description|answers):\s*${texts},\n`, 'gm')
const described = new RegExp(String.raw`\s*\.describe\(\s*${texts},?\s*\)`, 'g')

/** Leaves out descriptions that only the API document needs: 8 kB gzipped on the first load. The audit log shows summaries. */
export function leaveOutContractWords() {
  return {
    name: 'leave-out-contract-words',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.includes('/packages/contract/src/')
        ? code.replace(documented, '').replace(described, '')
        : undefined,
  }
}
