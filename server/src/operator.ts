import { runCommand } from './operator-commands.ts';

process.exitCode = await runCommand(process.argv.slice(2));
