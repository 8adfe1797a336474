import type { FirstArticles } from './first-articles.ts';

export const ptBR: FirstArticles = {
  firstWay: {
    title: 'Primeiros passos: de um link até o produto publicado',
    summary:
      'Coletar, adicionar, editar, publicar: o que cada etapa faz e onde. Percorra uma vez com a loja de teste; nenhuma loja real é alterada.',
    bodyHtml: `<p>Aqui um produto passa por quatro etapas. Você vê cada uma antes que aconteça e pode consultá-la depois.</p>
<h2>1. Coletar</h2>
<p>Cole um link em <a href="/collect/product">Produtos</a>, no menu Coletar: um produto, uma categoria ou uma loja inteira, um por linha. Veja o que foi identificado e os primeiros produtos e só então decida quanto coletar. No fim há um relatório da coleta: quantos produtos a origem tem, quantos você tem e o motivo de cada um que falta.</p>
<h2>2. Adicionar aos produtos</h2>
<p>O que foi coletado espera em <a href="/collect/results">Coletados</a> e ainda não é seu. Selecione o que quer vender e adicione aos produtos. Assim nasce um produto seu, que você pode alterar. A versão da origem fica como estava, para comparar.</p>
<h2>3. Editar</h2>
<p>Em <a href="/products/list">Todos os produtos</a> você altera títulos, preços e estoque na própria lista ou abre um produto com calma. Uma marca ao lado de cada campo diz se o valor veio da origem ou de você. Uma alteração errada é desfeita no histórico do produto.</p>
<h2>4. Publicar</h2>
<p>Conecte uma loja em <a href="/list/card">Lojas</a> e depois escolha produtos e lojas em <a href="/form/step-form">Publicar em massa</a>. O relatório diz antes quais produtos a loja não aceitaria e por quê. Nada é enviado sem a sua confirmação.</p>
<p>Ainda não tem uma loja? Uma conta nova encontra a loja de teste no <a href="/dashboard/workplace">Início</a>: três etapas, todas nesta máquina.</p>`,
  },
  exactlyOnce: {
    title: 'Por que nada é publicado duas vezes e o que significa “em verificação”',
    summary:
      'Queda de conexão, falta de energia, uma loja que não responde: nada disso faz um produto aparecer duas vezes. Como funciona e o que cabe a você.',
    bodyHtml: `<p>Ao enviar um produto à loja, o caso difícil não é a recusa. É o <strong>silêncio</strong>: a loja pode ter recebido o produto ou nunca tê-lo visto. Enviar de novo poderia duplicá-lo.</p>
<h2>O que fazemos</h2>
<ol>
<li><strong>Registrar e só então enviar.</strong> Antes de qualquer envio, uma linha diz que este produto vai para esta loja. Se o programa parar a qualquer momento, a linha continua lá.</li>
<li><strong>Só vale com resposta.</strong> Quando a loja informa o número do produto, o status passa a “Publicado”, e daí em diante usamos apenas esse número.</li>
<li><strong>Sem confirmação, consultar a loja.</strong> O que ficou sem resposta não é reenviado. Perguntamos à loja por meio de uma marca que deixamos no produto.</li>
<li><strong>Encontrado: é nosso. Não encontrado: esperamos antes de acreditar.</strong> Uma requisição atrasada ainda pode ter efeito, por isso só reenviamos quando isso já é impossível.</li>
</ol>
<h2>O que significa “em verificação”</h2>
<p>O losango violeta diz: foi enviado, não veio resposta e estamos consultando a loja. <strong>Você não precisa fazer nada.</strong> Por favor, não cadastre o produto à mão no painel da loja; isso criaria um segundo. Em poucos minutos ele costuma ficar “Publicado”, ou o programa envia de novo.</p>
<h2>A prova</h2>
<p>Quando a atividade termina, a página dela traz a conferência com a loja: nossos registros e a loja comparados produto a produto, com cada duplicata e cada falta indicada, e o que não pôde ser provado dito com clareza. O percurso de cada produto, da primeira linha à conclusão, está em <a href="/list/query-list">Atividades</a>.</p>`,
  },
  csv: {
    title: 'CSV de produtos: o que contém e como abrir sem estragar',
    summary:
      'Exporte seus produtos no formato da Shopify. Um produto ocupa várias linhas e um código não é um número: detalhes que valem um minuto.',
    bodyHtml: `<p>Escolha produtos e formato em <a href="/products/export">Exportar</a>. As primeiras linhas aparecem ao lado, exatamente como ficarão no arquivo. Os arquivos prontos ficam abaixo, para baixar de novo, com tamanho e soma de verificação.</p>
<h2>Como é o arquivo</h2>
<ul>
<li>É UTF-8, com os nomes das colunas na primeira linha. Há dois formatos: os nomes de coluna que a Shopify sempre usou e os mais novos. O conteúdo é o mesmo.</li>
<li>Um produto ocupa várias linhas, por causa das variantes e imagens; o Handle da primeira coluna as une. <strong>Não apague apenas algumas nem mude a ordem.</strong></li>
<li>Os preços são escritos como são, nunca arredondados.</li>
<li>O que o formato não consegue levar é listado antes da exportação, com o número de produtos afetados.</li>
</ul>
<h2>Ao abrir em uma planilha</h2>
<p>Um clique duplo pode transformar 0017 em 17 e um código de barras longo em 8.9E+12. Para editar o arquivo, use “importar dados” e defina como texto as colunas de ids, códigos de barras e SKUs.</p>
<p>Conteúdo que começa com = + - ou @ poderia ser tomado por uma fórmula. Ele é exportado com um apóstrofo na frente, para que nunca seja executado.</p>
<h2>Permissão</h2>
<p>Exportar é uma permissão própria. Sem ela, um membro não vê a página nem consegue baixar um arquivo.</p>`,
  },
  team: {
    title: 'Trabalhar em equipe: membros, funções e permissões',
    summary:
      'Cada pessoa entra com a própria conta. A função decide o que ela vê e faz, as mudanças valem na hora e o que foi feito fica registrado.',
    bodyHtml: `<p>Por favor, não compartilhem uma única conta. Com contas separadas fica claro quem coletou, quem mudou um preço e quem publicou; e quando alguém sai, basta desativar uma conta.</p>
<h2>Funções</h2>
<p>Uma <strong>função</strong> é um conjunto de permissões: quais páginas e, em cada uma, quais ações, como consultar, adicionar, editar, excluir, importar e exportar. Cada membro tem uma função. Divisões comuns:</p>
<ul>
<li>Coleta: Coletar e Coletados, com produtos apenas para consulta.</li>
<li>Edição: consultar, editar e exportar produtos.</li>
<li>Operação: produtos, publicação, lojas e atividades.</li>
</ul>
<h2>Quando passa a valer</h2>
<p>Assim que uma função muda, ela vale para o próximo clique de todos que a têm; ninguém precisa entrar de novo. Menus e botões não permitidos não aparecem, e o servidor também verifica cada chamada.</p>
<h2>Ninguém vê o que é de outro lojista</h2>
<p>Produtos, lojas e atividades de lojistas diferentes ficam totalmente separados. Administradores cuidam das contas, mas não veem os produtos de nenhum lojista.</p>
<h2>O que foi feito fica registrado</h2>
<p>Cada inclusão, alteração e exclusão, cada entrada e cada entrada recusada é gravada na <a href="/system/audit">Auditoria</a>: quem, quando e de onde. Quem pode gerenciar membros pode consultá-lo e exportá-lo.</p>`,
  },
};
