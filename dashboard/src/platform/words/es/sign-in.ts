import type { Words } from '../words.ts';

export const signIn: Words['signIn'] = {
  title: 'Vuelva a entrar',
  hint: 'Su sesión ha terminado, o su cuenta fue desactivada. En esta página no se pierde nada.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código',
  codeHint: 'Seis cifras de su aplicación de autenticación o un código de recuperación.',
  submit: 'Entrar',
  otherWays: 'Entrar de otra manera',
  otherWaysHint: 'La página se carga de nuevo; lo que no está guardado se pierde.',
  recent: 'Esto requiere un inicio de sesión en los últimos 15 minutos. No se pierde nada de esta página.',
  withPasskey: 'Usar una clave de acceso',
  passkeyFailed: 'La clave de acceso no funcionó. Inténtelo de nuevo.',
  withSingleSignOn: 'Usar el inicio de sesión único',
  goOn: 'Continuar',
  singleSignOnHint: 'El inicio de sesión único abre una pestaña nueva. Inicie sesión allí y continúe aquí.',
};
