import { serveThread } from '@posthorn/server'
import { judge } from '../judge.js'

serveThread(judge)
