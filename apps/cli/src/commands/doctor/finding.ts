/** What a check found. `fix` says what to do about it. */
export type Finding = { id: string; state: 'ok' | 'warning' | 'broken'; message: string; fix: string }

/** Returns the finding of a check that found nothing wrong. */
export const fine = (id: string, message: string): Finding => ({ id, state: 'ok', message, fix: '' })

/** Returns the finding of a check that found something that should be changed soon. */
export const warning = (id: string, message: string, fix: string): Finding => ({
  id,
  state: 'warning',
  message,
  fix,
})

/** Returns the finding of a check that found something that stops deliveries. */
export const broken = (id: string, message: string, fix: string): Finding => ({
  id,
  state: 'broken',
  message,
  fix,
})
