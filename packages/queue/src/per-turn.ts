/**
 * Gathers the questions of one turn of the event loop, and answers them with one call of `answerAll`, which
 * returns one answer per question. If it rejects, all of them do.
 */
export function perTurn<Question, Answer>(answerAll: (questions: Question[]) => Promise<Answer[]>) {
  let gathering: { questions: Question[]; answers: Promise<Answer[]> } | undefined
  const gather = () => {
    const questions: Question[] = []
    const answers = new Promise(setImmediate).then(() => {
      gathering = undefined
      return answerAll(questions)
    })
    return { questions, answers }
  }
  return async (question: Question): Promise<Answer> => {
    gathering ??= gather()
    const index = gathering.questions.push(question) - 1
    return (await gathering.answers)[index] as Answer
  }
}
