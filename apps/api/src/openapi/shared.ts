type Answers = Record<string, object>
type Operation = { responses?: Answers }

/** How many operations share an answer before it is described only once. */
const manyCalls = 5

/** Moves answers that many operations share into components, and returns them by name. */
export function shareAnswers(operations: Operation[]): Answers {
  const uses = new Map<string, Uses>()
  for (const { responses = {} } of operations)
    for (const [status, answer] of Object.entries(responses)) {
      const text = status + JSON.stringify(answer)
      const known = uses.get(text) ?? { status, answer, by: [] }
      uses.set(text, { ...known, by: [...known.by, responses] })
    }
  const often = [...uses.values()].filter(({ by }) => by.length >= manyCalls)
  return Object.fromEntries(often.map((use, index) => [shareAnswer(use, index), use.answer]))
}

type Uses = { status: string; answer: object; by: Answers[] }

function shareAnswer({ status, by }: Uses, index: number): string {
  const name = `Answer${status}_${index + 1}`
  for (const responses of by) responses[status] = { $ref: `#/components/responses/${name}` }
  return name
}
