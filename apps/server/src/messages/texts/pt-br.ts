import type { LanguageText } from './language-text.ts';

export const wordsPtBr: LanguageText = {
  product: 'Bowerbird',
  foot: '{product} enviou esta mensagem automaticamente. Se ela não é para você, ignore.',
  templates: {
    activation: {
      subject: 'Ative a sua conta',
      mail: [
        'Olá!',
        '{email} acabou de ser usado para criar uma conta no {product}. Abra este link em até 24 horas para ativar a conta:',
        '{link}',
        'Se não foi você, ignore este email.',
      ],
      sms: 'Abra este link em até 24 horas para ativar a sua conta: {link}',
    },
    'sign-up-known': {
      subject: 'Você já tem uma conta',
      mail: [
        'Alguém tentou criar uma conta com este email. Ele já tem uma conta, então nenhuma nova foi criada.',
        'Se foi você, basta entrar. Se esqueceu a senha, redefina na página de login:',
        '{link}',
      ],
      sms: 'Você já tem uma conta. Entre aqui: {link}',
    },
    code: {
      subject: '{code} é o seu código de verificação',
      mail: [
        'O seu código de verificação é',
        '{code}',
        'Ele vale por 10 minutos e só pode ser usado uma vez. Não passe a ninguém: nossa equipe nunca pede este código.',
      ],
      sms: '{code} é o seu código de verificação. Vale por 10 minutos. Não passe a ninguém.',
    },
    invitation: {
      subject: '{inviter} convidou você para a equipe de {merchant}',
      mail: [
        '{inviter} convida você para fazer parte de {merchant} e trabalhar em equipe no {product}.',
        'Abra este link em até 72 horas para escolher uma senha e entrar. Ele só funciona uma vez:',
        '{link}',
      ],
      sms: '{inviter} convida você para {merchant}: {link}',
    },
    'invitation-known': {
      subject: '{inviter} convidou você para a equipe de {merchant}',
      mail: [
        '{inviter} convida você para fazer parte de {merchant} no {product}.',
        'Este email já tem uma conta, e cada conta pertence a uma só equipe. Para participar, peça um convite para outro email.',
      ],
      sms: '{inviter} convida você para {merchant}, mas este email já tem uma conta. Peça um convite para outro email.',
    },
    'password-changed': {
      subject: 'A sua senha foi alterada',
      mail: [
        'A senha da sua conta acabou de ser alterada, e todos os outros dispositivos foram desconectados.',
        'Se não foi você, redefina a senha agora mesmo em “Esqueceu sua senha?”, na página de login.',
      ],
      sms: 'A senha da sua conta acabou de ser alterada. Se não foi você, redefina agora mesmo.',
    },
    'address-changed': {
      subject: 'A forma de entrar na sua conta mudou',
      mail: [
        'O email ou telefone da sua conta acabou de ser alterado.',
        'Novo: {address}.',
        'Se não foi você, avise o administrador agora mesmo.',
      ],
      sms: 'O email ou telefone da sua conta acabou de ser alterado. Se não foi você, avise o administrador agora mesmo.',
    },
    'sign-in-guessed': {
      subject: 'Várias tentativas de acesso à sua conta',
      mail: ['{sentence}', 'Altere a senha ou ative a verificação em duas etapas aqui:', '{link}'],
      sms: '{sentence}',
    },
    notification: { subject: '{sentence}', mail: ['{sentence}', '{link}'], sms: '{sentence}' },
    'task-invitation': {
      subject: '{inviter} convida você para a tarefa “{task}”',
      mail: ['{inviter} convida você para a tarefa de coleta “{task}”.', '{link}'],
      sms: '{inviter} convida você para a tarefa “{task}”: {link}',
    },
  },
};
