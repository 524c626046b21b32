export { cancelMemberImports } from './cancel-import.ts';
