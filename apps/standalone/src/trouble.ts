/**
 * Trouble that was foreseen: its message is one line for the person at the terminal, saying what is wrong and
 * what to do. Whoever prints it leaves the stack out. `bin/start.js` knows it by its name.
 */
export class Trouble extends Error {
  override name = 'Trouble'
}
