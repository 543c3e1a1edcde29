const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60[^\x60$]*\x60)`
const texts = String.raw`${text}(?:\s*\+\s*${text})*`
const told = new RegExp(String.raw`^\s*(?:summary|description|answers):\s*${texts},\n`, 'gm')
const described = new RegExp(String.raw`\s*\.describe\(\s*${texts},?\s*\)`, 'g')

/** Builds without what the contract says to readers of the API's document: 8 kB, gzipped, before anything is shown. */
export function leaveOutContractWords() {
  return {
    name: 'leave-out-contract-words',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.includes('/packages/contract/src/') ? code.replace(told, '').replace(described, '') : undefined,
  }
}
