import pytest, time
from hosts.board import WINS

pytestmark = pytest.mark.browser


def test_x(open_board, artifacts):
    win = WINS["arabella"][0]
    t = time.time()
    board = open_board("arabella", deal=win["deal"])
    print("open", time.time() - t)
    try:
        for m in win["moves"][:40]:
            t = time.time()
            board.try_move(m)
            a = time.time()
            board.accepted(m)
            print(m, round(a - t, 3), round(time.time() - a, 3))
    except Exception as e:
        print("FAILED", e, board.widget.game.moves[-3:])
        print(board.page.evaluate("sent")[-3:])
        print(board.message.inner_text())
