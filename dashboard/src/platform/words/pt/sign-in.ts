import type { Words } from '../words.ts';

export const signIn: Words['signIn'] = {
  title: 'Entre de novo',
  hint: 'A sua sessão terminou, ou a sua conta foi desativada. Nada se perde nesta página.',
  email: 'Endereço de e-mail',
  password: 'Palavra-passe',
  code: 'Código',
  codeHint: 'Seis dígitos da sua aplicação de autenticação ou um código de recuperação.',
  submit: 'Entrar',
  otherWays: 'Entrar de outra forma',
  otherWaysHint: 'A página é carregada de novo; o que não está guardado perde-se.',
  recent: 'Isto precisa de um início de sessão nos últimos 15 minutos. Nada desta página se perde.',
  withPasskey: 'Usar uma chave de acesso',
  passkeyFailed: 'A chave de acesso não funcionou. Tente de novo.',
  withSingleSignOn: 'Usar o início de sessão único',
  goOn: 'Continuar',
  singleSignOnHint: 'O início de sessão único abre um novo separador. Entre aí e depois continue aqui.',
};
