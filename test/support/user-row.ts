import { newId } from '@posthorn/server'

/** Returns the row of a user who cannot log in. */
export const userRow = (username: string) => ({
  id: newId(),
  username,
  email: `${username}@localhost`,
  createAt: 1,
  updateAt: 1,
  passwordHash: '-',
})
